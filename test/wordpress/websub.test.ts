import { type PortalProcess, startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'
import { startWebSubHub, type WebSubHub } from '../support/websub-hub.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import { type Content, startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 240_000
/** A feed may lack texts for a minute, after which it counts as it is, and tries are up to half a minute apart (PURGE-11). */
const SHOWN_LIMIT_MS = 200_000

/** A feed of them has all its texts at once; one that lacks texts waits for more than a minute with each change. */
const fewPosts: Content = {
  key: 'websub',
  async load(rest) {
    for (const number of [1, 2, 3])
      await rest.make('/posts', { title: `Wpis ${number}`, status: 'publish', content: `<p>Akapit ${number}.</p>` })
  },
}

describeWithWordPress('a WordPress alone, and a hub that fetches at once', () => {
  let wordpress: WordPress
  let portal: PortalProcess
  let hub: WebSubHub

  beforeAll(async () => {
    wordpress = await startWordPress(WORDPRESS ?? '', fewPosts)
    hub = await startWebSubHub(
      () => portal.port,
      ({ search }) => search === '',
    )
    portal = await startProcess({
      SITE_DIR: '',
      CONTENT: 'wordpress',
      CMS_URL: wordpress.url,
      CMS_USER: wordpress.user,
      CMS_KEY: wordpress.password,
      CMS_POLL_SECONDS: '1',
      SERVICE_URL: 'https://gazeta.example',
      WEBSUB_HUB_URL: hub.url,
    })
    await portal.ready()
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.stop()
    await hub?.close()
    await wordpress?.close()
  })

  test(
    'what a poll of WordPress detects is in the feed that a hub fetches at once (PURGE-11)',
    async () => {
      const feeds = ['/api/feed/feed-gn', '/api/feed/rss']
      for (const path of feeds) await portal.ask(path)
      const count = () => wordpress.calls.filter((call) => call.includes('modified_after')).length
      await until(count, (calls) => calls > 0, 30_000)
      const shown = async (kind: string, isNew: (text: string) => boolean): Promise<void> => {
        // A fetch for an earlier change may come first; there is none without a notice.
        const last = (topic: string): string => hub.fetched.findLast((one) => one.topic === topic)?.text ?? ''
        const right = await until(
          () => feeds.filter((topic) => last(topic) !== '' && isNew(last(topic))),
          ({ length }) => length === feeds.length,
          SHOWN_LIMIT_MS,
        )
        console.info(`WordPress, by poll: ${kind}: ${right.length} of ${feeds.length}`)
        hub.fetched.length = 0
      }
      hub.fetched.length = 0
      const id = await wordpress.rest.make('/posts', {
        title: 'Wpis dla koncentratora',
        status: 'publish',
        content: '<p>Tak.</p>',
      })
      await shown('new post', (text) => text.includes('Wpis dla koncentratora'))
      await wordpress.rest.change(`/posts/${id}`, { title: 'Wpis zmieniony' })
      await shown('changed post', (text) => text.includes('Wpis zmieniony'))
      await wordpress.rest.remove(`/posts/${id}`)
      await shown('withdrawn post', (text) => !text.includes('Wpis zmieniony'))
    },
    4 * SHOWN_LIMIT_MS,
  )
})
