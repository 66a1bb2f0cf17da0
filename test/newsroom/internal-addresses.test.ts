import { createAddressCheck } from '../../tools/newsroom/import.ts'

const check = createAddressCheck(new Set(['localhost:8080']))

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
  'http://localhost/',
  'http://localhost:8081/',
])('%s belongs to the internal network (COST-40)', async (url) => {
  await expect(check(new URL(url))).rejects.toThrow('internal network')
})

test.each([
  'http://localhost:8080/a.jpg',
  'https://93.184.216.34/a.jpg',
  'http://172.32.0.1/',
  'http://[2606:4700::1]/',
  'http://[2001:4860:4860::8888]/',
  'http://[::ffff:93.184.216.34]/',
  'http://[64:ff9b::93.184.216.34]/',
])('%s is allowed', async (url) => {
  await expect(check(new URL(url))).resolves.toBeUndefined()
})

test.each(['file:///etc/passwd', 'ftp://blog.example/a.jpg', 'data:image/png,x'])(
  '%s is not a public address, whatever is allowed',
  async (url) => {
    await expect(createAddressCheck('any')(new URL(url))).rejects.toThrow('no URL of the web')
  },
)
