import { createServer, get, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Pausable, pausable } from '../../src/transport/pausable.ts'
import { until } from '../support/until.ts'

let server: Server
let held: Pausable
let isDraining: boolean
/** Answers that the application has begun and not ended. */
let begun: ServerResponse[]

beforeEach(async () => {
  isDraining = true
  begun = []
  held = pausable(
    (_request, response) => void begun.push(response),
    () => isDraining,
  )
  server = createServer(held.listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function ask(): { text: Promise<string>; isThere(): boolean } {
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
  if (!response) throw new Error('nobody asked')
  return response
}
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50))

test('a response under way waits while everything is held, and is whole and in order afterwards', async () => {
  const reply = ask()
  const response = await beganOne()
  const release = held.pause()
  response.writeHead(200, { 'content-length': '6' })
  expect(response.write('ab')).toBe(false)
  expect(response.write('cd')).toBe(false)
  response.end('ef')
  await aMoment()
  expect(reply.isThere()).toBe(false)
  release()
  expect(await reply.text).toBe('abcdef')
})

test('who waits for room to write goes on afterwards', async () => {
  const reply = ask()
  const response = await beganOne()
  const release = held.pause()
  if (!response.write('ab')) response.once('drain', () => response.end('cd'))
  release()
  expect(await reply.text).toBe('abcd')
})

test('a request that comes meanwhile waits', async () => {
  const release = held.pause()
  const reply = ask()
  await aMoment()
  expect(begun).toEqual([])
  release()
  ;(await beganOne()).end('late')
  expect(await reply.text).toBe('late')
})

test('a response that does not end its connection does not wait: its reader does not connect again', async () => {
  isDraining = false
  const reply = ask()
  const response = await beganOne()
  const release = held.pause()
  response.end('at once')
  expect(await reply.text).toBe('at once')
  release()
})
