import { createServer, get, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Pausable, pausable } from '../../../src/edge/transport/pausable.ts'
import { until } from '../../support/until.ts'

let server: Server
let pausableApp: Pausable
let state: { isDraining: boolean }
/** Responses that the application has not ended. */
let begun: ServerResponse[]

beforeEach(async () => {
  state = { isDraining: true }
  begun = []
  pausableApp = pausable((_request, response) => void begun.push(response), state)
  server = createServer(pausableApp.listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function sendRequest(): { text: Promise<string>; isThere(): boolean } {
  let isThere = false
  const text = new Promise<string>((resolve, reject) => {
    get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false }, (response) => {
      let read = ''
      response.on('data', (chunk) => {
        read += chunk
      })
      response.on('end', () => {
        isThere = true
        resolve(read)
      })
    }).on('error', reject)
  })
  return { text, isThere: () => isThere }
}

const beganOne = async (): Promise<ServerResponse> => {
  const [response] = await until(
    () => begun,
    ({ length }) => length > 0,
  )
  if (!response) throw new Error('no request arrived')
  return response
}
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50))

test('a response under way waits during the pause, and is complete and in order afterwards', async () => {
  const reply = sendRequest()
  const response = await beganOne()
  const release = pausableApp.pause()
  response.writeHead(200, { 'content-length': '6' })
  expect(response.write('ab')).toBe(false)
  expect(response.write('cd')).toBe(false)
  response.end('ef')
  await aMoment()
  expect(reply.isThere()).toBe(false)
  release()
  expect(await reply.text).toBe('abcdef')
})

test('a writer that waits for drain continues after the pause', async () => {
  const reply = sendRequest()
  const response = await beganOne()
  const release = pausableApp.pause()
  if (!response.write('ab')) response.once('drain', () => response.end('cd'))
  release()
  expect(await reply.text).toBe('abcd')
})

test('a request that arrives during the pause waits', async () => {
  const release = pausableApp.pause()
  const reply = sendRequest()
  await aMoment()
  expect(begun).toEqual([])
  release()
  ;(await beganOne()).end('late')
  expect(await reply.text).toBe('late')
})

test('a response that does not end its connection does not wait, because its client does not reconnect', async () => {
  state.isDraining = false
  const reply = sendRequest()
  const response = await beganOne()
  const release = pausableApp.pause()
  response.end('at once')
  expect(await reply.text).toBe('at once')
  release()
})
