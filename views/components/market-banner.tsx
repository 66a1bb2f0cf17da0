import { copy } from '../../src/copy.ts'

/** A place of 96 px for the market banner, filled when it comes into view (spec 2, "Market banner widget"; spec 9). */
export function MarketBanner({ language = 'pl' }: { language?: string }) {
  return (
    <div className="market-banner" lang={language} data-market-banner={copy.marketBanner.text}>
      {copy.marketBanner.loading}
    </div>
  )
}
