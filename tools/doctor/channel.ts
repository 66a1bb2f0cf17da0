import { isChannelUrl } from '../../src/content/embeds.ts'
import type { Service } from '../../src/services/service.ts'
import { type Check, type Finding, good, weak } from './check.ts'
import { fetchOnce } from './fetch-once.ts'
import type { RunningPortal } from './pages.ts'

const SUBSCRIBE_LINK = /<section class="channel-box">.*?<a class="button" href="([^"]*)"/s

/** Looks where the channel box of the home page leads, for a service without a channel of its own (CARD-43). */
export function channelChecks({ youtubeChannel }: Service, start: () => Promise<RunningPortal>): Check[] {
  if (youtubeChannel !== undefined) return []
  return [{ title: 'Looking where the channel box leads', run: async () => channelBox(await start()) }]
}

async function channelBox({ origin }: RunningPortal): Promise<Finding> {
  const { text } = await fetchOnce(`${origin}/`)
  const link = SUBSCRIBE_LINK.exec(text)?.[1]?.replaceAll('&amp;', '&')
  if (link === undefined) return good('The home page has no channel box.')
  if (isChannelUrl(link)) return good(`The channel box leads to ${link}.`)
  return weak(
    `The button of the channel box leads to ${link}, which is no channel.`,
    "Name the channel in the service's file, as channel of youtube, or give the box the channel's address in place of a video's.",
  )
}
