/** The server escapes HTML. */
export interface ConsentTexts {
  /** The browser's request had `Sec-GPC` (CONS-21). */
  signal: boolean
  translation: {
    consentModal: {
      title: string
      description: string
      acceptAllBtn: string
      acceptNecessaryBtn: string
      showPreferencesBtn: string
      footer: string
    }
    preferencesModal: {
      title: string
      acceptAllBtn: string
      acceptNecessaryBtn: string
      savePreferencesBtn: string
      closeIconLabel: string
      sections: Array<{ title?: string; description: string; linkedCategory?: string }>
    }
  }
}
