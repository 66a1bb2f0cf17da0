export interface FigureWords {
  title: string
  mostRead: string
  sources: string
  article: string
  source: string
  none: string
  note: string
  windows: Readonly<Record<'1h' | '24h' | '7d', string>>
  push: Readonly<Record<'title' | 'topic' | 'subscriptions' | 'gone' | 'unknown', string>>
  issues: Readonly<Record<'title' | 'issue' | 'sent' | 'refused' | 'unsubscribed' | 'clicks' | 'openings', string>>
}
