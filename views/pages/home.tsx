import { PUBLISHED_PATH } from '../../src/content/public-paths.ts'
import { PageAds } from '../components/ad-box.tsx'
import { FeatureStyles } from '../components/feature-styles.tsx'
import { useMessages, useService } from '../context.ts'
import { HomeBlocks } from '../home/home-blocks.tsx'
import type { PageDataOf } from '../page-data.ts'

export function HomePage({ head, home, service }: PageDataOf<'home'>) {
  return (
    <div className={home.isContainer ? 'page single-page' : 'page home'}>
      <h1 className="visually-hidden">{home.title ?? head.title}</h1>
      <Published />
      <PageAds service={service} slots={home.outOfPageSlots} keyValues={home.adKeyValues} code={home.adCode} />
      <HomeBlocks service={service} blocks={home.blocks} adSlots={home.adSlots} />
      {service.hasMarketBanner && <MarketBanner />}
    </div>
  )
}

/** Empty, it takes no room (HOME-20). */
function Published() {
  const { title, arrived } = useMessages().published
  return (
    <div
      className="published"
      data-published={PUBLISHED_PATH}
      data-title={title}
      data-forms={JSON.stringify(arrived.forms)}
    >
      <button type="button" className="button" hidden />
      <p className="visually-hidden" role="status" />
    </div>
  )
}

function MarketBanner() {
  const { language } = useService()
  const messages = useMessages()
  return (
    <>
      <FeatureStyles names={['market-banner']} />
      <div className="market-banner" lang={language} data-market-banner={messages.marketBanner.text}>
        {messages.marketBanner.loading}
      </div>
    </>
  )
}
