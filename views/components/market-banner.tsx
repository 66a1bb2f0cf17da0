import { useMessages, useService } from '../context.ts'
import { FeatureStyles } from './feature-styles.tsx'

/** HOME-16. */
export function MarketBanner() {
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
