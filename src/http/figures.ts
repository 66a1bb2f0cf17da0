import type { MostReadOf } from '../content/most-read.ts'
import type { Service } from '../services/service.ts'

/** What a feature counts, for the page of editors' figures: sums alone, nothing of a person. */
export interface FigureTable {
  /** In the service's language, as the rest. */
  title: string
  columns: readonly string[]
  /** A cell with `href` is a link. */
  rows: ReadonlyArray<ReadonlyArray<string | number | { text: string; href: string }>>
}

/** @returns undefined where the feature is off */
export type FigureSource = (service: Service) => Promise<FigureTable | undefined>

export interface Counted {
  /** Absent: views are not counted. */
  mostRead: MostReadOf | undefined
  /** Hosts that readers came from; absent: not counted. */
  referrers: MostReadOf | undefined
  /** Of other features. */
  tables: readonly FigureSource[]
}
