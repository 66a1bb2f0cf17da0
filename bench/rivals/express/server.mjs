/** A minimal Express app with one page for every path: alone, and behind `compression`. */
import { once } from 'node:events'
import compression from 'compression'
import express from 'express'

process.once('message', async (html) => {
  process.send(await Promise.all([listen(plain(html)), listen(compressed(html))]))
})
// The channel closes when the process that measures is gone, however it ended.
process.once('disconnect', () => process.exit(0))

function plain(html) {
  const app = express()
  app.use((_request, response) => void response.type('html').send(html))
  return app
}

function compressed(html) {
  const app = express()
  app.use(compression())
  app.use(plain(html))
  return app
}

/** @returns the port */
async function listen(app) {
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address().port
}
