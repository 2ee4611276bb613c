import { readFile } from 'node:fs/promises'

/** The lines of the product's audit log about the export of this file: its beginning and its end. */
export async function auditedExport(sha256: string | null): Promise<readonly Record<string, unknown>[]> {
  const text = await readFile(process.env.E2E_AUDIT_LOG ?? '', 'utf8')
  const lines: Record<string, unknown>[] = text
    .split('\n')
    // What is being written is not whole yet.
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  const id = lines.find((line) => line.sha256 === sha256)?.id
  return lines.filter((line) => id !== undefined && line.id === id)
}
