import { channelChecks } from '../../../tools/doctor/checks/pages.ts'
import { createServices } from '../../support/customer-site.ts'
import { startWordPress, type WordPressServer } from '../../support/wordpress-server.ts'

let portal: WordPressServer
beforeEach(async () => {
  portal = await startWordPress()
})
afterEach(() => portal.close())

const { akademia } = createServices()
const { youtubeChannel: _, ...service } = akademia
const box = (href: string) =>
  `<a class="button" href="/inny"></a><section class="channel-box"><h2>K</h2><a class="button" href="${href}" rel="noopener">SUBSKRYBUJ</a></section>`

async function finding(body: string) {
  portal.on('/', { body })
  const [check] = channelChecks(service, async () => ({ origin: portal.url, publicOrigins: new Set() }))
  return check?.run()
}

test('a service without a channel gets a warning when its box leads to a video (CARD-32)', async () => {
  const video = 'https://www.youtube.com/watch?a=b&amp;v=bBC-nXj3Ng4'
  expect(await finding(box(video))).toMatchObject({
    state: 'weak',
    says: expect.stringContaining('leads to https://www.youtube.com/watch?a=b&v=bBC-nXj3Ng4,'),
  })
  expect(await finding(box('https://www.youtube.com/@szpalta'))).toMatchObject({ state: 'good' })
  expect(await finding('<main></main>')).toMatchObject({ state: 'good' })
  expect(channelChecks(akademia, async () => ({ origin: portal.url, publicOrigins: new Set() }))).toEqual([])
})
