/** Loaded into a portal before it starts: reports how many modules were loaded from files, and the length of their code. */
import { Session } from 'node:inspector'

let [modules, bytes] = [0, 0]
const session = new Session()
session.connect()
session.on('Debugger.scriptParsed', ({ params: { url, length } }) => {
  if (!url.startsWith('file:')) return
  modules += 1
  bytes += length
})
session.post('Debugger.enable')

process.on('message', (message) => {
  if (message === 'scripts') process.send({ modules, bytes })
})
process.channel?.unref()
