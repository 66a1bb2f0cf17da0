/** Few readers open it, so no start reads them (A11Y-14). */
export interface StatementWords {
  conformance: Record<'full' | 'partial' | 'none', string>
  met: string
  metNote: string
  items: Record<'keyboard' | 'structure' | 'zoom' | 'contrast' | 'motion' | 'script', string>
  exceptions: string
  general: Record<'media' | 'embeds' | 'ads' | 'comments', string>
  contact: string
  contactLead: string
  /** By CLDR's plural category. */
  reply: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
  email: string
  telephone: string
  authority: string
  about: string
  self: string
  external: string
  prepared: string
  reviewed: string
}

export const pl: StatementWords = {
  conformance: {
    full: 'Serwis {title} jest w pełni zgodny ze standardem WCAG 2.2 na poziomie AA (norma EN 301 549).',
    partial:
      'Serwis {title} jest częściowo zgodny ze standardem WCAG 2.2 na poziomie AA (norma EN 301 549), z powodu wyjątków wymienionych niżej.',
    none: 'Serwis {title} nie jest zgodny ze standardem WCAG 2.2 na poziomie AA (norma EN 301 549). Powody są niżej.',
  },
  met: 'Co działa',
  metNote: 'Te cechy ma program, na którym działa serwis. Sprawdzamy je testami przy każdej zmianie.',
  items: {
    keyboard:
      'Wszystko, co można zrobić myszą, można zrobić klawiaturą, a element, na którym jesteś, jest wyraźnie zaznaczony.',
    structure: 'Każda strona ma nagłówki po kolei, obszary strony i odnośnik, który prowadzi prosto do treści.',
    zoom: 'Stronę można powiększyć do 400%, a sam tekst do 200%, bez przewijania w bok.',
    contrast:
      'Tekst ma wobec tła kontrast co najmniej 4,5:1, także w ciemnym wyglądzie, i działa tryb wysokiego kontrastu.',
    motion: 'Nic się nie rusza ani nie gra samo, jeśli w systemie wybierzesz mniej ruchu.',
    script: 'Teksty, menu, wyszukiwarka i formularze działają bez JavaScriptu.',
  },
  exceptions: 'Co jeszcze nie działa',
  general: {
    media: 'Nagrania mogą nie mieć napisów ani transkrypcji, a starsze obrazy opisów, jeśli redakcja ich nie dodała.',
    embeds: 'Treści osadzone z innych serwisów (filmy, wpisy) są takie, jakimi je zrobiły te serwisy.',
    ads: 'Reklamy przygotowują reklamodawcy i mogą nie być dostępne.',
    comments: 'Komentarze piszą czytelnicy; mogą zawierać treści niedostępne.',
  },
  contact: 'Jak zgłosić problem',
  contactLead:
    'Napisz albo zadzwoń, jeśli coś nie działa lub potrzebujesz treści w innej postaci. Podaj adres strony i opisz, na czym polega problem.',
  reply: {
    one: 'Odpowiemy w ciągu {count} dnia.',
    few: 'Odpowiemy w ciągu {count} dni.',
    many: 'Odpowiemy w ciągu {count} dni.',
    other: 'Odpowiemy w ciągu {count} dnia.',
  },
  email: 'E-mail:',
  telephone: 'Telefon:',
  authority: 'Jeśli nasza odpowiedź nie wystarczy, możesz złożyć skargę:',
  about: 'O tej deklaracji',
  self: 'Przygotowaliśmy ją na podstawie własnej oceny.',
  external: 'Przygotowaliśmy ją na podstawie oceny zewnętrznej.',
  prepared: 'Data sporządzenia: {date}.',
  reviewed: 'Data ostatniego przeglądu: {date}.',
}
