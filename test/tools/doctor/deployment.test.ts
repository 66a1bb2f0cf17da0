import { execFile } from 'node:child_process'
import { ROOT } from '../../support/root.ts'

/** The output of the built doctor, started as by `npm run doctor`. */
function doctor(variables: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...variables }
    execFile('node', ['dist/doctor.js'], { cwd: ROOT, env }, (_error, stdout) => resolve(stdout))
  })
}

test('OPS-10, OPS-18: the doctor reports recommendations, misspelt settings, the platform, files that do not last and secrets in clear text', async () => {
  const said = await doctor({
    SERVICE_URL_AKADEMIA: 'https://gazeta.example',
    DYNO: 'web.1',
    WEB_CONCURRENCY: '64',
    PAGE_CACHE_MB: '16384',
    PURGE_FORWARD_URL: 'http://varnish',
    PURGE_FORWARD_TOKEN: 'bardzo-tajny-zeton',
    PAGE_CAHCE_MB: '64',
  })
  expect(said).toMatch(/^look 64 x a page cache of 16384 MB .* more than/m)
  expect(said).toMatch(/^ok {3}This is Heroku: its proxies are trusted \(1 in front\)/m)
  expect(said).toMatch(
    /^look Requests for hosts that are not yours get .*\n.*UNKNOWN_HOSTS=refuse: only gazeta\.example/m,
  )
  expect(said).toMatch(/^ok .*HSTS=host/m)
  expect(said).toMatch(/SUBSCRIBERS_FILE .* does not last: Heroku keeps no files/)
  expect(said).toMatch(/PURGE_FORWARD_TOKEN goes to varnish in clear text/)
  expect(said).not.toContain('bardzo-tajny-zeton')
  // The example site with a public host of its own.
  expect(said).toMatch(/sites\/szpalta\/group\.yaml:\d+ leads to facebook\.example/)
  expect(said).toMatch(/^look PAGE_CAHCE_MB is no setting: did you mean PAGE_CACHE_MB\?/m)
  expect(said).toMatch(/It works; 5 worth a look/)
})

test('an argument is refused', async () => {
  const said = await new Promise<string>((resolve) => {
    execFile('node', ['dist/doctor.js', '--foo'], { cwd: ROOT }, (error, stdout, stderr) =>
      resolve(`${error?.code} ${stdout}${stderr}`),
    )
  })
  expect(said).toMatch(/^2 the doctor takes no "--foo"\nusage: npm run doctor/)
})

test('OPS-10: with its recommendations followed it reports nothing', async () => {
  const said = await doctor({
    SERVICE_URL_AKADEMIA: 'https://gazeta.example',
    UNKNOWN_HOSTS: 'refuse',
    HSTS: 'preload',
    TRUST_PROXY: '1',
  })
  expect(said).toMatch(/hosts that are not yours are refused \(421\)/)
  expect(said).toMatch(/HSTS=preload/)
  expect(said).toMatch(/trusted on who a client is: 1 in front/)
  expect(said).toMatch(/The portal makes its home page/)
})
