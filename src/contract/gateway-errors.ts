/** The gateway's own errors; those of the service are in `errors.ts`. It sends the title as message, and the explanation as details. */
import type { GatewayErrorCode } from './error-codes.ts'

export interface ErrorEntry {
  /** Not unique: tell errors apart by code. */
  readonly httpStatus: number
  readonly title: string
  readonly explanation: string
  readonly advice: string
}

export const gatewayErrors = {
  'GTW-00': {
    httpStatus: 502,
    title: 'The custody service cannot be reached',
    explanation:
      'The gateway could not connect to the custody service. The service may be down, or the network between them.',
    advice: 'Try again in a moment. If it keeps failing, tell whoever runs this gateway.',
  },
  'GTW-01': {
    httpStatus: 504,
    title: 'The custody service did not answer in time',
    explanation: 'The gateway stopped waiting for an answer.',
    advice: 'Try again, or narrow the filters so that the service has less to do.',
  },
  'GTW-02': {
    httpStatus: 502,
    title: 'The service’s answer cannot be read',
    explanation:
      'A web page, plain text or JSON of another form came back. The reason is often a proxy, a firewall or maintenance. Some services do not have every list.',
    advice: 'Try again later. If it keeps failing, tell whoever runs this gateway.',
  },
  'GTW-03': {
    httpStatus: 502,
    title: 'The answer is too large',
    explanation: 'The service sent more data at once than the gateway accepts.',
    advice: 'Choose a smaller page, or narrow the filters.',
  },
  'GTW-04': {
    httpStatus: 401,
    title: 'Your session has ended',
    explanation: 'You are no longer signed in. This link still leads to what you were looking at.',
    advice: 'Sign in to continue.',
  },
  'GTW-05': {
    httpStatus: 404,
    title: 'There is nothing at this address',
    explanation: 'The gateway forwards only the read API of the custody service.',
    advice: 'Check the address.',
  },
  'GTW-06': {
    httpStatus: 405,
    title: 'The gateway only reads',
    explanation: 'The request was not a read, so the gateway refused it. Nothing was changed.',
    advice: 'You do not need to do anything.',
  },
  'GTW-07': {
    httpStatus: 400,
    title: 'The gateway could not read the request',
    explanation: 'The request was malformed or incomplete.',
    advice: 'Correct what you entered and try again.',
  },
  'GTW-08': {
    httpStatus: 500,
    title: 'The gateway failed',
    explanation: 'The gateway, between this page and the custody service, had an internal error.',
    advice: 'Try again. If it keeps failing, send the copied details to whoever runs this gateway.',
  },
  'GTW-09': {
    httpStatus: 429,
    title: 'Too many attempts to sign in',
    explanation: 'The gateway limits repeated attempts to sign in.',
    advice: 'Wait a minute, then try again.',
  },
  'GTW-10': {
    httpStatus: 403,
    title: 'The gateway refused the request',
    explanation: 'The request did not come from a page that this gateway serves.',
    advice: 'Open the console at its own address and try again.',
  },
  'GTW-11': {
    httpStatus: 502,
    title: 'The answer was cut off',
    explanation:
      'The connection to the custody service broke before its answer was complete. None of it is shown.',
    advice: 'Try again.',
  },
  'GTW-12': {
    httpStatus: 409,
    title: 'Another key is signed in now',
    explanation:
      'Somebody signed in with another key or account in this browser, perhaps in another tab. Reading stopped, so that records of two accounts do not mix.',
    advice: 'Start again with the key that is signed in now, or sign in with the other one.',
  },
  'GTW-13': {
    httpStatus: 400,
    title: 'Two sessions at once',
    explanation:
      'Your browser sent two session cookies, so nothing was read. Another site on this domain may have set one of them.',
    advice: 'Clear the cookies of this address and its domain, then sign in again.',
  },
  'GTW-14': {
    httpStatus: 503,
    title: 'Your session cannot be checked',
    explanation: 'The gateway could not reach the database that keeps its sessions, so nothing was read.',
    advice: 'Try again in a moment. If it keeps failing, tell whoever runs this gateway.',
  },
  'GTW-15': {
    httpStatus: 403,
    title: 'You don’t have access to this console',
    explanation: 'You signed in, but none of your groups may use this console.',
    advice: 'Ask whoever runs it to add you to a group, then sign in again.',
  },
  'GTW-16': {
    httpStatus: 403,
    title: 'You don’t have access to an account',
    explanation: 'Your groups have no access to this account, or to any account of this console.',
    advice: 'Ask whoever runs it for access, then sign in again.',
  },
  'GTW-17': {
    httpStatus: 502,
    title: 'Your identity provider cannot be reached',
    explanation: 'The service that you sign in with did not answer, or failed.',
    advice: 'Try again in a moment. If it keeps failing, tell whoever runs this gateway.',
  },
  'GTW-18': {
    httpStatus: 502,
    title: 'A clock is wrong',
    explanation: 'The clocks of the gateway and of your identity provider differ by more than a minute.',
    advice: 'Tell whoever runs this gateway.',
  },
  'GTW-19': {
    httpStatus: 400,
    title: 'This sign-in has expired',
    explanation: 'It took too long, was already used, or began in another tab or browser.',
    advice: 'Sign in again.',
  },
  'GTW-20': {
    httpStatus: 502,
    title: 'Your identity could not be confirmed',
    explanation: 'The answer did not come from your identity provider, or was not meant for this sign-in.',
    advice: 'Sign in again. If it keeps failing, tell whoever runs this gateway.',
  },
  'GTW-21': {
    httpStatus: 403,
    title: 'You were not signed in',
    explanation: 'The sign-in was cancelled, or your identity provider did not allow it.',
    advice: 'Sign in again when you are ready.',
  },
  'GTW-22': {
    httpStatus: 502,
    title: 'Your identity provider refused this console',
    explanation: 'The settings of this console do not match those at your identity provider.',
    advice: 'Tell whoever runs this gateway.',
  },
  'GTW-23': {
    httpStatus: 429,
    title: 'The gateway is busy',
    explanation: 'The gateway limits how much is read at the same time, by one session and by all.',
    advice: 'Wait. The console tries again by itself.',
  },
  'GTW-24': {
    httpStatus: 503,
    title: 'The service is busy',
    explanation: 'The custody service, or a proxy in front of it, is not taking requests right now.',
    advice: 'Wait. The console tries again by itself.',
  },
  'GTW-26': {
    httpStatus: 503,
    title: 'Records are still being read',
    explanation:
      'The custody service cannot answer this by itself. The answer comes once all records of the account are read.',
    advice: 'Wait. This page updates by itself.',
  },
  'GTW-27': {
    httpStatus: 501,
    title: 'This needs all records of the account',
    explanation:
      'The custody service cannot answer this by itself, and not all records for it are kept here. The details say why.',
    advice:
      'In a list, use one value for each filter, and no amounts, words or sorting. Everything else needs records: ask whoever runs this gateway.',
  },
  'GTW-28': {
    httpStatus: 507,
    title: 'There is no room for this file',
    explanation: 'The gateway makes a file before it sends it, and has no room for one of this size now.',
    advice: 'Try again when other downloads have ended, or use a narrower filter.',
  },
  'GTW-30': {
    httpStatus: 503,
    title: 'The audit log cannot be written',
    explanation:
      'This installation records every read. That record cannot be written now, so nothing is read.',
    advice: 'Try again in a moment. If it keeps failing, tell whoever runs this gateway.',
  },
  'GTW-31': {
    httpStatus: 501,
    title: 'This console cannot sign files',
    explanation: 'Its gateway has no key to sign with.',
    advice: 'Download the plain file, or tell whoever runs this gateway. Its log says why.',
  },
  'GTW-32': {
    httpStatus: 501,
    title: 'An open pack cannot answer this',
    explanation: 'It has the records as they were when it was made, and there is no service to ask.',
    advice: 'Use what the pack has, or close it.',
  },
  'GTW-33': {
    httpStatus: 422,
    title: 'This pack cannot be opened',
    explanation: 'It is not a genuine pack, or there is no room for it here.',
    advice: 'Verify the file to see what is wrong with it.',
  },
  'GTW-34': {
    httpStatus: 404,
    title: 'This pack is no longer open',
    explanation: 'A pack closes when the session that opened it ends, and after a while without use.',
    advice: 'Open it again from its file.',
  },
} as const satisfies Record<GatewayErrorCode, ErrorEntry>
