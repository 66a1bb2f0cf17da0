import { copy } from '../../src/config/copy.ts'

/** A box of 96 px for the market banner, which loads when it is visible (HOME-16). */
export function MarketBanner({ language = 'pl' }: { language?: string }) {
  return (
    <div className="market-banner" lang={language} data-market-banner={copy.marketBanner.text}>
      {copy.marketBanner.loading}
    </div>
  )
}
