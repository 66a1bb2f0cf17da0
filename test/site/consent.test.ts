import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consentModeOf } from '../../src/integrations/for-service.ts'
import { thirdPartiesOf } from '../../src/integrations/third-parties.ts'
import { readEnv } from '../../src/portal/settings/env.ts'
import { readSite } from '../../src/site/read-site.ts'
import { SiteError } from '../../src/site/site.ts'
import { ROOT } from '../support/root.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'))
  await cp(join(ROOT, 'sites/szpalta'), folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

const append = async (file: string, text: string): Promise<void> => {
  const path = join(folder, file)
  await writeFile(path, `${await readFile(path, 'utf8')}\n${text}`)
}
async function problems(): Promise<string[]> {
  try {
    await readSite(folder)
    return []
  } catch (error) {
    if (error instanceof SiteError) return error.problems.map(({ file, message }) => `${file} ${message}`)
    throw error
  }
}

describe('`consent` of a service’s file (CONS-14)', () => {
  test('is the mode of that service, under the variables', async () => {
    await append('services/plus.yaml', 'consent: own\n')
    const site = await readSite(folder)
    const modes = (variables: NodeJS.ProcessEnv) => {
      const { services, integrations } = readEnv(site, variables)
      return ['plus', 'post'].map((name) => services[name] && consentModeOf(services[name], integrations.consent))
    }
    expect(modes({})).toEqual(['own', 'preset'])
    expect(modes({ CONSENT_MODE: 'none' })).toEqual(['none', 'none'])
    expect(modes({ CONSENT_MODE: 'none', CONSENT_MODE_PLUS: 'own' })).toEqual(['own', 'none'])
  })

  test.each(['ask', 'Own', 'true', '[own]'])('%s is refused by its name', async (value) => {
    await append('services/plus.yaml', `consent: ${value}\n`)
    expect(await problems()).toEqual([expect.stringMatching(/^services\/plus\.yaml "consent" must be /)])
  })
})

describe('`thirdParties` of group.yaml (CONS-16)', () => {
  const PARTY = `thirdParties:
  - host: push.example
    name: Push Example
    company: Push Example GmbH
    country: DE
    policy: https://push.example/privacy
    stores:
      - name: push_*
        months: 12
      - name: push_day
        days: 1
      - name: push_session
`

  test('describes the script of its host, and no other', async () => {
    await append('group.yaml', PARTY)
    const described = Object.values((await readSite(folder)).services)[0]?.group.thirdParties ?? []
    const rows = thirdPartiesOf(
      { consent: 'own', pushScript: 'https://push.example/sdk.js', audienceScript: 'https://audience.example/m.js' },
      { described },
    )
    expect(rows.map(({ sources: _, ...row }) => row)).toEqual([
      {
        id: 'notifications push.example',
        party: 'notifications',
        name: 'Push Example',
        company: 'Push Example GmbH',
        country: 'DE',
        policy: 'https://push.example/privacy',
        stores: [
          { name: 'push_*', keeps: { months: 12 } },
          { name: 'push_day', keeps: { days: 1 } },
          { name: 'push_session' },
        ],
      },
      { id: 'measurement audience.example', party: 'measurement', name: 'audience.example' },
    ])
  })

  test('is empty as distributed', async () => {
    expect(Object.values((await readSite(folder)).services)[0]?.group.thirdParties).toBeUndefined()
  })

  test.each([
    ['a URL for a host', 'host: push.example', 'host: https://push.example', 'must be the host of its script'],
    ['a host with a port', 'host: push.example', 'host: push.example:8443', 'must be the host of its script'],
    ['a country by its name', 'country: DE', 'country: Niemcy', 'must be two capital letters'],
    [
      'a policy that a browser would run',
      'policy: https://push.example/privacy',
      'policy: "javascript:alert(1)"',
      'policy',
    ],
    ['a name with markup', 'name: push_day', 'name: "<b>"', 'must be the name of a cookie'],
    ['two durations', 'days: 1', 'days: 1\n        months: 1', 'has months and days: keep one'],
    ['no duration at all', 'days: 1', 'days: 0', 'days'],
    ['an unknown field', 'days: 1', 'weeks: 1', '"weeks" is unknown'],
  ])('%s is refused', async (_name, from, to, message) => {
    expect(PARTY).toContain(from)
    await append('group.yaml', PARTY.replace(from, to))
    expect(await problems()).toEqual([expect.stringContaining(message)])
  })
})
