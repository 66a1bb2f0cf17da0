/** A process that loads packages ahead, then starts the build that it is sent. It ends with the process that it is of. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches all processes of a terminal: the first one ends this one.
process.on('SIGINT', () => {})

let loading = Promise.resolve()
process.on('message', ({ packages, start }) => {
  if (packages) loading = load(packages)
  if (start) loading.then(() => serve(start.folder)).catch(fail)
})

/** In their order, one after the other: some are loaded for what they add to the one before. */
async function load(packages) {
  for (const name of packages) await import(name)
}

async function serve(folder) {
  const program = await import(pathToFileURL(resolve(folder, 'server.js')).href)
  process.send(await program.start({ root: process.cwd(), build: resolve(folder) }))
}

function fail(error) {
  // Problems with settings are a list already.
  process.stderr.write(`${error?.name === 'EnvError' ? error.message : (error?.stack ?? error)}\n`)
  process.exit(1)
}
