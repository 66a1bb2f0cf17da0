import { askedCategories, browserSettings } from '../../src/integrations/browser-settings.ts'
import { consentNotes } from '../../src/integrations/consent-notes.ts'
import { ampIntegrationsFor, integrationsFor, integrationsForPolicy } from '../../src/integrations/for-service.ts'
import type { Integrations } from '../../src/integrations/settings.ts'
import { storedText } from '../../src/integrations/stored-text.ts'
import { categoriesOf, integrationSources, thirdPartiesOf } from '../../src/integrations/third-parties.ts'
import { CATEGORIES, categoryOf, PARTIES } from '../../src/integrations/third-party.ts'
import { createServices } from '../support/customer-site.ts'

const { akademia, plus } = createServices()
const ALL: Integrations = {
  consent: 'own',
  adNetwork: '123',
  analyticsId: 'G-TEST123',
  marfeelAccount: '1234',
  pushScript: 'https://push.example/sdk.js',
  audienceScript: 'https://audience.example/measure.js',
  comments: { kind: 'disqus', shortname: 'gazeta' },
  scripts: [{ url: 'https://stats.example/s.js', consent: 'measurement', connect: ['https://api.stats.example'] }],
}

describe('the table of third parties (CONS-16)', () => {
  test('every kind of third party has a row, with a purpose of its own in every question', () => {
    const rows = thirdPartiesOf(ALL, { hasAnimations: true })
    expect(new Set(rows.map(({ party }) => party))).toEqual(new Set(PARTIES))
    expect(new Set(PARTIES.map(categoryOf))).toEqual(new Set(CATEGORIES))
    expect(categoriesOf(rows)).toEqual({
      advertising: ['google-ad-manager'],
      measurement: ['google-analytics', 'marfeel', 'measurement audience.example', 'measurement stats.example'],
      notifications: ['notifications push.example'],
      comments: ['disqus'],
      embeds: ['giphy'],
    })
  })

  test('each known one says who it is, where, what it stores and where its policy is', () => {
    const known = thirdPartiesOf(ALL, { hasAnimations: true }).filter(({ id }) => !id.includes(' '))
    expect(known).toHaveLength(5)
    for (const { company, country, policy, id, stores } of known) {
      expect([id, company, country]).toEqual([id, expect.stringMatching(/\w/), expect.stringMatching(/^[A-Z]{2}$/)])
      expect(policy).toMatch(/^https:\/\//)
      expect([id, stores === undefined]).toEqual([id, id === 'giphy'])
    }
  })

  test('nothing configured is nothing: no row, no category, no host, no setting for browsers', () => {
    expect(thirdPartiesOf({ consent: 'preset' })).toEqual([])
    expect(integrationSources({ consent: 'own' })).toEqual({ connect: [], frame: [] })
    expect(browserSettings({ consent: 'preset' }, true, '/x.css')).toBeUndefined()
    for (const service of [akademia, plus]) {
      const own = integrationsFor({ consent: 'preset' }, service)
      expect(browserSettings(own, true, '/x.css')).toBeUndefined()
    }
  })

  test('a script is known by its host, until the publisher says who it is', () => {
    const one = { consent: 'own', pushScript: 'https://push.example/sdk.js' } as const
    expect(thirdPartiesOf(one)).toEqual([
      {
        id: 'notifications push.example',
        party: 'notifications',
        name: 'push.example',
        sources: { connect: ['https://push.example'], frame: ['https://push.example'] },
      },
    ])
    const described = [
      {
        host: 'push.example',
        name: 'Push',
        company: 'Push GmbH',
        country: 'DE',
        stores: [{ name: '_p', keeps: { days: 30 } }],
      },
    ]
    expect(thirdPartiesOf(one, { described })[0]).toMatchObject({
      name: 'Push',
      company: 'Push GmbH',
      country: 'DE',
      stores: [{ name: '_p', keeps: { days: 30 } }],
    })
  })

  test('two scripts of one host and purpose are one third party, with the hosts of both', () => {
    const scripts = ['a', 'b'].map((name) => ({
      url: `https://stats.example/${name}.js`,
      consent: 'measurement' as const,
      connect: [`https://${name}.stats.example`],
    }))
    const rows = thirdPartiesOf({ consent: 'own', scripts })
    expect(rows).toHaveLength(1)
    expect(integrationSources({ consent: 'own', scripts }).connect).toEqual([
      'https://stats.example',
      'https://a.stats.example',
      'https://b.stats.example',
    ])
  })

  test('the policy has the platform and its further hosts', () => {
    const platform = { script: 'https://cdn.cmp.example/cmp.js', hosts: ['*.consensu.example'] }
    const { connect, frame } = integrationSources({ consent: 'cmp', platform })
    expect([connect, frame]).toEqual([
      ['https://cdn.cmp.example', 'https://*.consensu.example'],
      ['https://cdn.cmp.example', 'https://*.consensu.example'],
    ])
  })

  test('durations are in words of the language', () => {
    const stores = [{ name: '_ga', keeps: { months: 24 } }, { name: 'x', keeps: { days: 1 } }, { name: '__jid' }]
    expect(storedText(stores, akademia)).toBe('_ga (24 miesiące), x (1 dzień) i __jid (do zamknięcia przeglądarki)')
  })
})

describe('what one service loads (CONS-14)', () => {
  test('with none nothing that needs consent, whatever is configured', () => {
    const own = integrationsFor(ALL, { ...akademia, consent: 'none' })
    expect(own).toEqual({ consent: 'none' })
    expect(ampIntegrationsFor(ALL, { audiencePixel: 'https://a.example/p' }, { ...akademia, consent: 'none' })).toEqual(
      own,
    )
    expect(browserSettings(own, false, '/x.css')).toBeUndefined()
    // Videos of Giphy must not play.
    expect(browserSettings(own, true, '/x.css')).toEqual({ consent: 'none' })
  })

  test('a service without advertising has none to ask about, and a platform is for cmp alone', () => {
    const all = { ...ALL, platform: { script: 'https://cmp.example/c.js', hosts: [] } }
    expect(integrationsFor(all, plus).adNetwork).toBeUndefined()
    expect(integrationsFor(all, akademia)).toHaveProperty('adNetwork')
    expect(integrationsFor(all, akademia).platform).toBeUndefined()
    expect(integrationsFor(all, { ...akademia, consent: 'cmp' })).toHaveProperty('platform')
    const amp = { consentPlatform: 'https://cmp.example/amp.html' }
    expect(ampIntegrationsFor(all, amp, akademia).consentPlatform).toBeUndefined()
    expect(ampIntegrationsFor(all, amp, { ...akademia, consent: 'cmp' })).toHaveProperty('consentPlatform')
  })

  test('is one object for one kind of service, so that what was rendered with it stays', () => {
    expect(integrationsFor(ALL, akademia)).toBe(integrationsFor(ALL, { ...akademia }))
    const none = {}
    expect(ampIntegrationsFor(ALL, none, akademia)).toBe(ampIntegrationsFor(ALL, none, { ...akademia }))
  })

  test('the shared policy lets a question in where one service has one', () => {
    const preset = { consent: 'preset' } as const
    expect(integrationsForPolicy(preset, { akademia, plus })).toBe(preset)
    expect(integrationsForPolicy(preset, { akademia, plus: { ...plus, consent: 'own' } })).toEqual({ consent: 'own' })
  })

  test('embedded content is in every question: any article may have some (CONS-17)', () => {
    expect(askedCategories({ consent: 'own' }, false)).toEqual({ embeds: ['embeds'] })
    expect(Object.keys(askedCategories(ALL, true))).toEqual(CATEGORIES.map(String))
    expect(browserSettings({ consent: 'own' }, false, '/x.css')).toEqual({
      consent: 'own',
      asks: { embeds: ['embeds'] },
      dialogStyles: '/x.css',
    })
  })
})

describe('notes for operators (CONS-15)', () => {
  const services = { akademia, plus }
  const notes = (integrations: Integrations, more: object = {}) => consentNotes({ integrations, services, ...more })

  test('preset with third parties: which ones, on which services', () => {
    const [note, ...others] = notes({ consent: 'preset', adNetwork: '1', analyticsId: 'G-TEST123' })
    expect(others).toEqual([])
    expect(note?.level).toBe('warn')
    expect(note?.says).toContain('Google Ad Manager and Google Analytics load without asking readers')
    expect(note?.says).toContain('CONSENT_MODE=preset on akademia and plus')
    expect(notes({ consent: 'preset' }, { giphy: {} })[0]?.says).toContain('Giphy')
  })

  test('only services that load something are named', () => {
    expect(notes({ consent: 'preset', adNetwork: '1' })[0]?.says).toContain('on akademia)')
  })

  test('none where nothing is configured, or readers are asked', () => {
    expect(notes({ consent: 'preset' })).toEqual([])
    expect(notes(ALL)).toEqual([])
    expect(notes({ ...ALL, consent: 'cmp', platform: { script: 'https://cmp.example/c.js', hosts: [] } })).toEqual([])
  })

  test('cmp without a platform waits for nothing that comes', () => {
    expect(notes({ consent: 'cmp', analyticsId: 'G-TEST123' })[0]?.says).toContain('no CMP_SCRIPT_URL')
    // A script of the site's own may be the platform, or report the decision.
    expect(notes({ ...ALL, consent: 'cmp' })).toEqual([])
  })
})
