/** The gateway's own errors; those of the service are in `errors.ts`. */
import type { GatewayErrorCode } from './error-codes.ts'

export interface ErrorEntry {
  /** Not unique: tell errors apart by code. */
  readonly httpStatus: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 502 | 503 | 504
  readonly message: string
  /** Default for `details` on the wire. */
  readonly details: string
  readonly title: string
  readonly explanation: string
  readonly advice: string
}

export const gatewayErrors = {
  'GTW-00': {
    httpStatus: 502,
    message: 'Service unreachable',
    details: 'The gateway could not connect to the custody service.',
    title: 'The custody service cannot be reached',
    explanation:
      'The gateway could not connect to the custody service. The service may be down, or the network between them.',
    advice: 'Try again in a moment. If it keeps failing, tell whoever runs this gateway.',
  },
  'GTW-01': {
    httpStatus: 504,
    message: 'Service timed out',
    details: 'The custody service did not answer in time.',
    title: 'The custody service did not answer in time',
    explanation: 'The gateway stopped waiting for an answer.',
    advice: 'Try again, or narrow the filters so that the service has less to do.',
  },
  'GTW-02': {
    httpStatus: 502,
    message: 'Service did not answer with JSON',
    details: 'The custody service, or a proxy in front of it, answered with something that is not JSON.',
    title: 'The answer is not data',
    explanation:
      'A web page or plain text came back. The reason is often a proxy, a firewall or maintenance.',
    advice: 'Try again later. If it keeps failing, tell whoever runs this gateway.',
  },
  'GTW-03': {
    httpStatus: 502,
    message: 'Service answer too large',
    details: 'The answer of the custody service exceeds the size that the gateway passes on.',
    title: 'The answer is too large',
    explanation: 'The service sent more data at once than the gateway accepts.',
    advice: 'Choose a smaller page, or narrow the filters.',
  },
  'GTW-04': {
    httpStatus: 401,
    message: 'Not signed in',
    details: 'There is no session, or it has expired.',
    title: 'Your session has ended',
    explanation: 'You are no longer signed in. This link still leads to what you were looking at.',
    advice: 'Sign in to continue.',
  },
  'GTW-05': {
    httpStatus: 404,
    message: 'Not part of the read API',
    details: 'The gateway forwards the paths of the custody read API and no others.',
    title: 'There is nothing at this address',
    explanation: 'The gateway forwards only the read API of the custody service.',
    advice: 'Check the address.',
  },
  'GTW-06': {
    httpStatus: 405,
    message: 'Method not allowed',
    details: 'The gateway forwards GET and HEAD and nothing else.',
    title: 'The gateway only reads',
    explanation: 'The request was not a read, so the gateway refused it. Nothing was changed.',
    advice: 'You do not need to do anything.',
  },
  'GTW-07': {
    httpStatus: 400,
    message: 'Invalid request',
    details: 'The gateway could not read the request.',
    title: 'The gateway could not read the request',
    explanation: 'The request was malformed or incomplete.',
    advice: 'Correct what you entered and try again.',
  },
  'GTW-08': {
    httpStatus: 500,
    message: 'Gateway error',
    details: 'The gateway failed while it handled the request.',
    title: 'The gateway failed',
    explanation: 'The gateway, between this page and the custody service, had an internal error.',
    advice: 'Try again. If it keeps failing, send the copied details to whoever runs this gateway.',
  },
  'GTW-09': {
    httpStatus: 429,
    message: 'Too many sign-in attempts',
    details: 'Too many attempts to sign in came from this address.',
    title: 'Too many attempts to sign in',
    explanation: 'The gateway limits repeated attempts to sign in.',
    advice: 'Wait a minute, then try again.',
  },
  'GTW-10': {
    httpStatus: 403,
    message: 'Cross-site request refused',
    details: 'The request did not come from a page that this gateway serves.',
    title: 'The gateway refused the request',
    explanation: 'The request came from another site.',
    advice: 'Open the console at its own address and try again.',
  },
  'GTW-11': {
    httpStatus: 502,
    message: 'Service answer incomplete',
    details: 'The connection to the custody service broke off in the middle of its answer.',
    title: 'The answer broke off',
    explanation:
      'The connection to the custody service broke before its answer was complete. None of it is shown.',
    advice: 'Try again.',
  },
  'GTW-12': {
    httpStatus: 409,
    message: 'Signed in otherwise',
    details: 'The request is for a different key or account from the one that is signed in.',
    title: 'Another key is signed in now',
    explanation:
      'Somebody signed in with another key or account in this browser, perhaps in another tab. Reading stopped, so that records of two accounts do not mix.',
    advice: 'Start again with the key that is signed in now, or sign in with the other one.',
  },
  'GTW-13': {
    httpStatus: 400,
    message: 'Two session cookies',
    details: 'The request carries more than one session cookie.',
    title: 'Two sessions at once',
    explanation:
      'Your browser sent two session cookies, so nothing was read. Another site on this domain may have set one of them.',
    advice: 'Clear the cookies of this address and its domain, then sign in again.',
  },
  'GTW-14': {
    httpStatus: 503,
    message: 'Sessions unavailable',
    details: 'The database that keeps the sessions did not answer.',
    title: 'Your session cannot be checked',
    explanation: 'The gateway could not reach the database that keeps its sessions, so nothing was read.',
    advice: 'Try again in a moment. If it keeps failing, tell whoever runs this gateway.',
  },
  'GTW-15': {
    httpStatus: 403,
    message: 'Not in an allowed group',
    details: 'The person is in none of the groups that may sign in.',
    title: 'You don’t have access to this console',
    explanation: 'You signed in, but none of your groups may use this console.',
    advice: 'Ask whoever runs it to add you to a group, then sign in again.',
  },
  'GTW-16': {
    httpStatus: 403,
    message: 'No access to an account',
    details: 'The person’s groups have no access to the account, or to any account.',
    title: 'You don’t have access to an account',
    explanation: 'Your groups have no access to this account, or to any account of this console.',
    advice: 'Ask whoever runs it for access, then sign in again.',
  },
  'GTW-17': {
    httpStatus: 502,
    message: 'Identity provider unreachable',
    details: 'The identity provider did not answer, or failed.',
    title: 'Your identity provider cannot be reached',
    explanation: 'The service that you sign in with did not answer, or failed.',
    advice: 'Try again in a moment. If it keeps failing, tell whoever runs this gateway.',
  },
  'GTW-18': {
    httpStatus: 502,
    message: 'Clocks disagree',
    details: 'The identity token is not valid at the time of the gateway’s clock.',
    title: 'A clock is wrong',
    explanation: 'The clocks of the gateway and of your identity provider differ by more than a minute.',
    advice: 'Tell whoever runs this gateway.',
  },
  'GTW-19': {
    httpStatus: 400,
    message: 'Sign-in expired',
    details: 'This sign-in is unknown to this browser, took too long, or was used before.',
    title: 'This sign-in has expired',
    explanation: 'It took too long, was already used, or began in another tab or browser.',
    advice: 'Sign in again.',
  },
  'GTW-20': {
    httpStatus: 502,
    message: 'Identity not proved',
    details: 'The answer does not prove an identity at this gateway’s provider.',
    title: 'Your identity could not be confirmed',
    explanation: 'The answer did not come from your identity provider, or was not meant for this sign-in.',
    advice: 'Sign in again. If it keeps failing, tell whoever runs this gateway.',
  },
  'GTW-21': {
    httpStatus: 403,
    message: 'Sign-in denied',
    details: 'The person or the identity provider did not permit the sign-in.',
    title: 'You were not signed in',
    explanation: 'The sign-in was cancelled, or your identity provider did not allow it.',
    advice: 'Sign in again when you are ready.',
  },
  'GTW-22': {
    httpStatus: 502,
    message: 'Identity provider refused the gateway',
    details: 'The identity provider did not accept the request of the gateway.',
    title: 'Your identity provider refused this console',
    explanation: 'The settings of this console do not match those at your identity provider.',
    advice: 'Tell whoever runs this gateway.',
  },
  'GTW-23': {
    httpStatus: 429,
    message: 'Too many reads at once',
    details: 'The session has as many reads in progress as the gateway allows.',
    title: 'Too many reads at once',
    explanation: 'The gateway limits how much one session reads at the same time.',
    advice: 'Wait. The console tries again by itself.',
  },
  'GTW-24': {
    httpStatus: 503,
    message: 'Service busy',
    details: 'The custody service, or a proxy in front of it, takes no requests now.',
    title: 'The service is busy',
    explanation: 'The custody service, or a proxy in front of it, takes no requests at the moment.',
    advice: 'Wait. The console tries again by itself.',
  },
  'GTW-25': {
    httpStatus: 429,
    message: 'Too many reads a minute',
    details: 'Consoles that read everything have asked for as much as the gateway allows in a minute.',
    title: 'The gateway has slowed the reading',
    explanation: 'The gateway limits how much a minute consoles ask for while they read everything.',
    advice: 'Wait. The console tries again by itself.',
  },
  'GTW-30': {
    httpStatus: 503,
    message: 'Audit log unavailable',
    details: 'The audit log cannot be written, and nothing is read without it.',
    title: 'The audit log cannot be written',
    explanation:
      'This installation records every read. That record cannot be written now, so nothing is read.',
    advice: 'Try again in a moment. If it keeps failing, tell whoever runs this gateway.',
  },
} as const satisfies Record<GatewayErrorCode, ErrorEntry>
