/** What writes the files. The version is that of package.json: a test holds the two together, so that no build has to. */
export const application = { name: 'Custody Console', version: '0.1.0' } as const
