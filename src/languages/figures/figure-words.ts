/** Texts of the page of editors' figures, in one language. */
export interface FigureWords {
  title: string
  mostRead: string
  sources: string
  article: string
  source: string
  none: string
  note: string
  windows: Readonly<Record<'1h' | '24h' | '7d', string>>
  /** Of newsletters. */
  issues: Readonly<Record<'title' | 'issue' | 'sent' | 'refused' | 'unsubscribed' | 'clicks' | 'openings', string>>
}
