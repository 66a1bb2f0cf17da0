import type { LookupAddress } from 'node:dns'
import { createDownloads, type DownloadSettings } from '../../tools/newsroom/download.ts'
import { type FileServer, type Served, serveFiles } from '../support/newsroom-import.ts'

const IMAGE = Buffer.from('image')
const PUBLIC = { address: '93.184.216.34', family: 4 }

let server: FileServer
let served: (path: string) => Served = () => IMAGE
beforeAll(async () => {
  server = await serveFiles((path) => served(path))
})
afterAll(() => server.close())
beforeEach(() => {
  served = () => IMAGE
  server.requests.length = 0
})

const port = (): string => new URL(server.url).port

/** @param addresses of each name, one list for each time that it is looked up */
function fetching(
  url: string,
  addresses: Record<string, LookupAddress[][]> = {},
  settings: Partial<DownloadSettings> = {},
) {
  const lookups: string[] = []
  const network = {
    resolve: async (hostname: string) => {
      lookups.push(hostname)
      const lists = addresses[hostname] ?? []
      return lists[Math.min(lookups.filter((one) => one === hostname).length, lists.length) - 1] ?? []
    },
    // The public address of these tests is this machine's.
    reroute: (hostname: string) =>
      addresses[hostname]?.[0]?.[0] === PUBLIC ? { address: '127.0.0.1', port: Number(port()) } : undefined,
  }
  const download = createDownloads({
    signal: AbortSignal.timeout(20_000),
    internalHosts: new Set<string>(),
    network,
    ...settings,
  })
  return { lookups, bytes: download(url) }
}

test.each([
  'http://127.0.0.1/a.jpg',
  'http://2130706433/a.jpg',
  'http://0x7f.1/a.jpg',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/latest/meta-data/',
  'http://[64:ff9b::10.1.2.3]/',
  'http://[64:ff9b::]/',
  'http://[64:ff9b:1::8.8.8.8]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:a00:1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[::127.0.0.1]/',
  'http://[::8.8.8.8]/',
  'http://[2002:7f00:1::1]/',
  'http://[2002:a00:1::]/',
  'http://[2001::1]/',
  'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'http://[2001:db8::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  'http://[4000::1]/',
  'http://192.0.2.1/',
])('%s belongs to the internal network (COST-40)', async (url) => {
  const { bytes, lookups } = fetching(url)
  await expect(bytes).rejects.toThrow('internal network')
  expect(lookups).toEqual([])
})

test.each(['http://localhost', 'http://localhost.', 'http://LOCALHOST', 'http://ip6-localhost'])(
  '%s, as this machine knows it, is not called (COST-40)',
  async (origin) => {
    const { bytes } = fetching(`${origin}:${port()}/a.jpg`, {}, { network: {} })
    await expect(bytes).rejects.toThrow(/internal network|ENOTFOUND|EAI_AGAIN/)
    expect(server.requests).toEqual([])
  },
)

test('a name that is public for one look and private for the next is looked up once, and called where it was checked (COST-40)', async () => {
  const own = [{ address: '127.0.0.1', family: 4 }]
  const { bytes, lookups } = fetching(`http://blog.example:${port()}/a.jpg`, { 'blog.example': [[PUBLIC], own, own] })
  expect(await bytes).toEqual(IMAGE)
  expect(lookups).toEqual(['blog.example'])
})

test.each([
  ['an address of IPv4', [{ address: '10.0.0.1', family: 4 }]],
  ['a private one next to a public one', [PUBLIC, { address: '127.0.0.1', family: 4 }]],
  ['IPv4 in IPv6', [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ['a link-local one with its zone', [{ address: 'fe80::1%lo', family: 6 }]],
  ['a translated one', [{ address: '64:ff9b::7f00:1', family: 6 }]],
])('a name with %s is not called (COST-40)', async (_what, addresses) => {
  const { bytes } = fetching(`http://inside.example:${port()}/a.jpg`, { 'inside.example': [addresses] })
  await expect(bytes).rejects.toThrow('internal network')
  expect(server.requests).toEqual([])
})

test.each([
  'http://127.0.0.1:{port}/secret',
  'http://[::ffff:127.0.0.1]:{port}/secret',
  'http://[::1]:{port}/secret',
  '//2130706433:{port}/secret',
  'http://inside.example:{port}/secret',
])('a redirect to %s ends there (COST-40)', async (target) => {
  served = (path) =>
    path === '/a.jpg' ? { status: 302, headers: { location: target.replace('{port}', port()) } } : IMAGE
  const names = { 'blog.example': [[PUBLIC]], 'inside.example': [[{ address: '127.0.0.1', family: 4 }]] }
  const { bytes } = fetching(`http://blog.example:${port()}/a.jpg`, names)
  await expect(bytes).rejects.toThrow('internal network')
  expect(server.requests).toEqual(['/a.jpg'])
})

test('a host that the operator names may be internal, with its port and no other', async () => {
  const { host, port: own } = new URL(server.url)
  const settings = { internalHosts: new Set([host]), network: {} }
  expect(await fetching(`http://127.0.0.1:${own}/a.jpg`, {}, settings).bytes).toEqual(IMAGE)
  const other = fetching(`http://127.0.0.1:${Number(own) + 1}/a.jpg`, {}, settings)
  await expect(other.bytes).rejects.toThrow('internal network')
})

test.each(['file:///etc/passwd', 'ftp://blog.example/a.jpg', 'data:image/png,x'])(
  '%s is not a public address, whatever is allowed',
  async (url) => {
    await expect(fetching(url, {}, { internalHosts: 'any' }).bytes).rejects.toThrow('no URL of the web')
  },
)
