import { consentModeOf } from '../../../src/integrations/for-service.ts'
import { EnvError, readEnv as readSettings } from '../../../src/portal/settings/env.ts'
import { readEnv, site } from '../../support/customer-site.ts'

function problemsOf(variables: NodeJS.ProcessEnv): string[] {
  try {
    readEnv(variables)
    return []
  } catch (error) {
    if (error instanceof EnvError) return error.problems
    throw error
  }
}
const modesOf = (variables: NodeJS.ProcessEnv, from = site) => {
  const { services, integrations } = readSettings(from, variables)
  return Object.fromEntries(
    Object.values(services).map((service) => [service.name, consentModeOf(service, integrations.consent)]),
  )
}

describe('CONSENT_MODE (CONS-14)', () => {
  test('is preset, for every service, unless somebody says otherwise', () => {
    expect(new Set(Object.values(modesOf({})))).toEqual(new Set(['preset']))
    expect(new Set(Object.values(modesOf({ CONSENT_MODE: 'own' })))).toEqual(new Set(['own']))
  })

  test('of one service goes over that of all, and both over the service’s file', () => {
    const { plus, ...services } = site.services
    if (!plus) throw new Error('the site has no plus')
    const own = { ...site, services: { ...services, plus: { ...plus, consent: 'own' as const } } }
    expect(modesOf({}, own)).toMatchObject({ plus: 'own', akademia: 'preset' })
    expect(modesOf({ CONSENT_MODE: 'none' }, own)).toMatchObject({ plus: 'none', akademia: 'none' })
    expect(modesOf({ CONSENT_MODE: 'own', CONSENT_MODE_PLUS: 'none', CONSENT_MODE_POST: '' }, own)).toMatchObject({
      plus: 'none',
      post: 'own',
      akademia: 'own',
    })
  })

  test('that is none of the four is refused, by its name', () => {
    expect(problemsOf({ CONSENT_MODE_POST: 'ask', CONSENT_MODE: 'Own' })).toEqual([
      expect.stringMatching(/^CONSENT_MODE must be preset, none, own or cmp/),
      expect.stringMatching(/^CONSENT_MODE_POST must be preset, none, own or cmp \(it is "ask"\)/),
    ])
  })

  test('none everywhere contradicts what needs consent; on some services it switches it off', () => {
    expect(problemsOf({ CONSENT_MODE: 'none', GA_MEASUREMENT_ID: 'G-TEST123', GIPHY_API_KEY: 'x' })).toEqual([
      expect.stringMatching(/but GA_MEASUREMENT_ID, GIPHY_API_KEY is set/),
    ])
    expect(problemsOf({ CONSENT_MODE: 'none' })).toEqual([])
    expect(problemsOf({ CONSENT_MODE: 'own', CONSENT_MODE_PLUS: 'none', GA_MEASUREMENT_ID: 'G-TEST123' })).toEqual([])
  })
})

describe('a consent platform (CONS-23)', () => {
  const CMP_SCRIPT_URL = 'https://cmp.example/cmp.js?id=1'

  test('has a script, and further hosts', () => {
    const { integrations } = readEnv({
      CONSENT_MODE: 'cmp',
      CMP_SCRIPT_URL,
      CMP_HOSTS: 'api.cmp.example, *.consensu.example',
    })
    expect(integrations.platform).toEqual({ script: CMP_SCRIPT_URL, hosts: ['api.cmp.example', '*.consensu.example'] })
    expect(readEnv({ CONSENT_MODE_PLUS: 'cmp', CMP_SCRIPT_URL }).integrations.platform).toEqual({
      script: CMP_SCRIPT_URL,
      hosts: [],
    })
  })

  const WRONG: Array<[variables: NodeJS.ProcessEnv, problem: RegExp]> = [
    [{ CMP_SCRIPT_URL }, /needs CONSENT_MODE=cmp/],
    [{ CMP_SCRIPT_URL, CONSENT_MODE: 'own' }, /needs CONSENT_MODE=cmp/],
    [{ CMP_SCRIPT_URL: 'http://cmp.example/cmp.js', CONSENT_MODE: 'cmp' }, /is not an https URL/],
    [{ CMP_SCRIPT_URL: 'https://u:sekret@cmp.example/cmp.js', CONSENT_MODE: 'cmp' }, /is not an https URL/],
    [{ CMP_HOSTS: 'cmp.example', CONSENT_MODE: 'cmp' }, /CMP_SCRIPT_URL, which is not set/],
  ]
  const NO_HOSTS = [
    "'unsafe-inline'",
    '*',
    'https://cmp.example',
    'cmp.example; script-src *',
    'a.example,,b.example',
    '*.com:80',
  ].map((CMP_HOSTS): [NodeJS.ProcessEnv, RegExp] => [
    { CMP_HOSTS, CMP_SCRIPT_URL, CONSENT_MODE: 'cmp' },
    /must be hosts/,
  ])

  test.each([...WRONG, ...NO_HOSTS])('%j is refused', (variables, problem) => {
    expect(problemsOf(variables)).toEqual([expect.stringMatching(problem)])
    expect(problemsOf(variables).join()).not.toContain('sekret')
  })
})
