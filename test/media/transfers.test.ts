import { BusyError } from '../../src/media/queue.ts'
import { createTransfers, type Transfer } from '../../src/media/remote/transfers.ts'

let now: number
let cut: string[]
let transfers: ReturnType<typeof createTransfers>
let begun: Map<string, Transfer>

beforeEach(() => {
  jest.useFakeTimers()
  now = 0
  cut = []
  begun = new Map()
  transfers = createTransfers(() => now)
})
afterEach(() => void jest.useRealTimers())

const begin = async (name: string, client = name): Promise<Transfer> => {
  const transfer = await transfers.begin(client, () => cut.push(name))
  begun.set(name, transfer)
  return transfer
}
/** A second, in which readers take so many bytes. */
const pass = async (bytes: (name: string) => number, milliseconds = 1000): Promise<void> => {
  for (let tick = 0; tick < 10; tick += 1) {
    now += milliseconds / 10
    for (const [name, transfer] of begun) if (bytes(name) > 0) transfer.moved(bytes(name) / 10)
    await jest.advanceTimersByTimeAsync(milliseconds / 10)
  }
}
const full = async (clientOf: (index: number) => string): Promise<void> => {
  for (let index = 0; index < 64; index += 1) (await begin(`${index}`, clientOf(index))).moved(0)
}

describe('places of uploads (IMG-33)', () => {
  test('a slow reader gives way to the next one, the slowest first', async () => {
    await full((index) => `client ${index}`)
    await pass((name) => (name === '7' ? 100 : name === '9' ? 1000 : 50_000))
    await begin('next')
    expect(cut).toEqual(['7'])
    await begin('another')
    expect(cut).toEqual(['7', '9'])
  })

  test('a reader who took much at once and stands still since gives way', async () => {
    await full((index) => `client ${index}`)
    for (const transfer of begun.values()) transfer.moved(4_000_000)
    await Promise.all([begin('next'), pass(() => 0, 4000)])
    expect(cut).toHaveLength(1)
  })

  test('nobody gives way to nobody: a slow reader alone keeps the place', async () => {
    await begin('slow')
    await pass(() => 0, 60_000)
    for (let index = 0; index < 63; index += 1) await begin(`${index}`)
    expect(cut).toEqual([])
  })

  test('a client with several files gives one to a client with none', async () => {
    await full((index) => `client ${index % 8}`)
    await pass((name) => (name === '8' ? 40_000 : 50_000))
    await begin('next')
    expect(cut).toEqual(['8'])
    await expect(Promise.all([begin('more', 'client 3'), pass(() => 50_000, 4000)])).rejects.toThrow(BusyError)
  })

  test('while all are fast and each client has one, the next one waits for an end', async () => {
    await full((index) => `client ${index}`)
    await pass(() => 50_000)
    const next = begin('next')
    await pass(() => 50_000)
    begun.get('5')?.end()
    await next
    expect(cut).toEqual([])
  })

  test('of one client eight are sent, and its slow ones give way to its next', async () => {
    for (let index = 0; index < 8; index += 1) (await begin(`${index}`, 'one')).moved(0)
    await pass((name) => (name === '3' ? 0 : 50_000))
    await begin('next', 'one')
    expect(cut).toEqual(['3'])
    const refused = expect(begin('more', 'one')).rejects.toThrow(BusyError)
    await pass(() => 50_000, 4000)
    await refused
  })

  test('few wait', async () => {
    await full((index) => `client ${index}`)
    for (let index = 0; index < 4; index += 1) void begin(`waiting ${index}`, 'x').catch(() => {})
    await expect(begin('fifth', 'x')).rejects.toThrow(BusyError)
  })
})
