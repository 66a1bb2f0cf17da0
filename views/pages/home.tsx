import { PageAds } from '../components/ad-box.tsx'
import { FeatureStyles } from '../components/feature-styles.tsx'
import { useMessages, useService } from '../context.ts'
import { HomeBlocks } from '../home/home-blocks.tsx'
import type { PageDataOf } from '../page-data.ts'

export function HomePage({ head, home, service }: PageDataOf<'home'>) {
  return (
    <div className={home.isContainer ? 'page single-page' : 'page home'}>
      <h1 className="visually-hidden">{home.title ?? head.title}</h1>
      <PageAds service={service} slots={home.outOfPageSlots} keyValues={home.adKeyValues} code={home.adCode} />
      <HomeBlocks service={service} blocks={home.blocks} adSlots={home.adSlots} />
      {service.hasMarketBanner && <MarketBanner />}
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
