import { createServer, get, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Holdable, holdable } from '../../src/http/hold.ts'
import { until } from '../support/until.ts'

let server: Server
let held: Holdable
let isDraining: boolean
/** Answers that the application has begun and not ended. */
let begun: ServerResponse[]

beforeEach(async () => {
  isDraining = true
  begun = []
  held = holdable(
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

test('an answer under way waits while everything is held, and is whole and in order afterwards', async () => {
  const answer = ask()
  const response = await beganOne()
  const release = held.hold()
  response.writeHead(200, { 'content-length': '6' })
  expect(response.write('ab')).toBe(false)
  expect(response.write('cd')).toBe(false)
  response.end('ef')
  await aMoment()
  expect(answer.isThere()).toBe(false)
  release()
  expect(await answer.text).toBe('abcdef')
})

test('who waits for room to write goes on afterwards', async () => {
  const answer = ask()
  const response = await beganOne()
  const release = held.hold()
  if (!response.write('ab')) response.once('drain', () => response.end('cd'))
  release()
  expect(await answer.text).toBe('abcd')
})

test('a request that comes meanwhile waits', async () => {
  const release = held.hold()
  const answer = ask()
  await aMoment()
  expect(begun).toEqual([])
  release()
  ;(await beganOne()).end('late')
  expect(await answer.text).toBe('late')
})

test('an answer that does not end its connection does not wait: its reader does not connect anew', async () => {
  isDraining = false
  const answer = ask()
  const response = await beganOne()
  const release = held.hold()
  response.end('at once')
  expect(await answer.text).toBe('at once')
  release()
})
