import { connect } from 'node:net'

/** Sends bytes and reads until the server hangs up. */
export function exchange(address: string, request: string): Promise<string> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request))
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (data) => {
      text += data
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}
