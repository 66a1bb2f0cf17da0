/**
 * Loaded into a portal before it starts: reports how many modules were loaded from files, and the length of their code, so far and
 * (`first`) when the last byte of the first response with 200 was written.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Session } from 'node:inspector'

const START_OF_REQUEST = 'http.server.request.start'
const loaded = { modules: 0, bytes: 0, urls: [] }
let first
const session = new Session()
session.connect()
session.on('Debugger.scriptParsed', ({ params: { url, length } }) => {
  if (!url.startsWith('file:')) return
  loaded.modules += 1
  loaded.bytes += length
  loaded.urls.push(url)
})
session.post('Debugger.enable')

/** Responses are written to the socket, by Node or past it. */
function watchSocket({ socket }) {
  const { write } = socket
  let isGood
  socket.write = (data, ...others) => {
    isGood ??= String(data).startsWith('HTTP/1.1 200')
    if (isGood) {
      first = { ...loaded, urls: [...loaded.urls] }
      unsubscribe(START_OF_REQUEST, watchSocket)
    }
    return write.call(socket, data, ...others)
  }
}
subscribe(START_OF_REQUEST, watchSocket)

process.on('message', (message) => {
  if (message === 'scripts') process.send({ ...loaded, first })
})
process.channel?.unref()
