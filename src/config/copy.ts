/** Outcomes and errors of a subscription (NEWS-2, NEWS-7). */
const newsletterWords = {
  added: 'Gratulacje! Twój e-mail został dodany.',
  known: 'Gratulacje! Twój e-mail jest już dodany.',
  failed: 'Nie udało się. Spróbuj ponownie.',
  tooMany: 'Za dużo prób. Spróbuj ponownie za minutę.',
  invalidEmail: 'Nieprawidłowy adres e-mail',
  consentRequired: 'Wymagane jest zaznaczenie zgody',
} as const

/** Notices that a query parameter selects, for readers without a script. */
const newsletterNotices = {
  dodany: newsletterWords.added,
  'juz-dodany': newsletterWords.known,
  blad: newsletterWords.failed,
  'zly-email': newsletterWords.invalidEmail,
  'brak-zgody': newsletterWords.consentRequired,
  'zly-email-brak-zgody': `${newsletterWords.invalidEmail}. ${newsletterWords.consentRequired}.`,
  potwierdzono: 'Adres potwierdzony. Dziękujemy!',
} as const
export type NewsletterNotice = keyof typeof newsletterNotices

/** Whether a query parameter names a notice. */
export function isNewsletterNotice(name: string | null): name is NewsletterNotice {
  return name !== null && Object.hasOwn(newsletterNotices, name)
}

/** All Polish interface texts of the portal. Content brings its own. */
export const copy = {
  ogLocale: 'pl_PL',
  skipToContent: 'Przejdź do treści',
  menuOpen: 'menu',
  menuClose: 'zamknij',
  menuBack: 'wróć',
  mainMenu: 'Menu główne',
  submenu: (title: string) => `Podmenu: ${title}`,
  sisterPortals: 'Portale grupy',
  sisterPortalsToggle: 'Portale',
  home: 'Strona główna',
  untitled: 'Bez tytułu',
  photoAlt: 'photo',
  search: {
    label: 'Szukaj',
    close: 'zamknij',
    words: 'Szukane słowa',
    placeholder: 'Czego szukasz?',
    submit: 'wyszukaj',
    title: 'Wyszukiwarka',
    heading: (query: string) => `Szukasz: ${query}`,
    empty: 'Wpisz słowo albo temat, którego szukasz.',
    refused: 'Takiego zapytania nie możemy obsłużyć. Spróbuj innych słów.',
    none: 'Nic nie znaleźliśmy. Spróbuj innych słów albo zajrzyj do najnowszych artykułów.',
    more: 'Następne wyniki',
    loading: 'Pobieranie następnych wyników...',
    failed: 'Nie udało się pobrać następnych wyników.',
    end: 'To już wszystkie wyniki.',
    suggestions: 'Podpowiedzi',
    suggested: (count: number) => `${count} ${pluralForm(count, 'podpowiedź', 'podpowiedzi', 'podpowiedzi')}`,
  },
  article: {
    trail: 'Ścieżka do artykułu',
    updated: 'Aktualizacja',
    readingTime: (minutes: number) => `${minutes} min czytania`,
    sponsored: 'Materiał reklamowy',
    promo: 'Promocja',
    tags: 'Tematy',
    related: 'Przeczytaj też',
    onward: 'Poprzedni i następny artykuł',
    earlier: 'wcześniej',
    later: 'dalej',
    contents: 'Spis treści',
    share: 'Udostępnij',
    shareByMail: 'Wyślij e-mailem',
    linkCopied: 'Skopiowano odnośnik',
    aboutAuthor: 'O autorze',
    nextArticle: 'Następny artykuł',
    loadingNext: 'Ładowanie kolejnego artykułu...',
    end: 'To na razie wszystkie artykuły.',
    comments: 'Komentarze',
    commentCount: (count: number) =>
      `${formatNumber(count)} ${pluralForm(count, 'komentarz', 'komentarze', 'komentarzy')}`,
    commentsClosed: 'Dyskusja jest zamknięta. Uwagi do tekstu możesz wysłać do redakcji.',
    commentsLoading: 'Wczytywanie komentarzy...',
    commentsFailed: 'Nie udało się wczytać komentarzy.',
    commentsNeedScript: 'Komentarze wymagają JavaScriptu.',
    writeToUs: 'Napisz do redakcji',
    tableScroll: 'Tabela, można przewijać w bok',
    codeLabel: 'Przykład kodu',
    cut: 'Ten artykuł jest dłuższy, niż możemy tu pokazać. Powyżej jest jego początek.',
  },
  offers: {
    sponsored: 'Materiał sponsorowany',
    sponsoredBy: (sponsor: string) => `Partner: ${sponsor}`,
    toSponsor: (sponsor: string) => `Strona partnera: ${sponsor}`,
    sponsorButton: 'Dowiedz się więcej',
    shopButton: 'Do sklepu',
    offerButton: 'Zobacz ofertę',
    offer: 'Oferta',
    rating: (rating: number) => `Ocena ${formatNumber(rating)} na 5`,
    affiliate: 'Odnośniki afiliacyjne',
    watch: 'Gdzie obejrzeć',
  },
  embeds: {
    load: (provider: string) => `Pokaż treść z ${provider}`,
    open: (provider: string) => `Otwórz w serwisie ${provider}`,
    notice: (provider: string) => `Treść pochodzi z serwisu ${provider}. Wczyta się dopiero po kliknięciu.`,
    title: (provider: string) => `Treść z serwisu ${provider}`,
    waiting: 'Ta treść wczyta się, gdy wyrazisz zgodę na treści naszych partnerów.',
    failed: (provider: string) => `Nie udało się pobrać treści z serwisu ${provider}.`,
    notHere: (provider: string) => `Serwis ${provider} nie udostępnia tej treści w tej lokalizacji.`,
    rated: 'Nie pokazujemy tej animacji: jej kategoria wiekowa jest wyższa niż PG-13.',
  },
  player: {
    label: 'Odtwarzacz',
    play: 'Odtwórz',
    pause: 'Wstrzymaj',
    mute: 'Wycisz',
    unmute: 'Włącz dźwięk',
    volume: 'Głośność',
    failed: 'Nie udało się odtworzyć filmu.',
  },
  chart: {
    data: 'Dane wykresu',
    label: 'Pozycja',
    value: 'Wartość',
    source: (source: string) => `Źródło: ${source}`,
  },
  gallery: {
    label: 'Galeria',
    open: (n: number, count: number) => `Powiększ zdjęcie ${n} z ${count}`,
    close: 'Zamknij',
  },
  shade: { open: 'Pokaż całość' },
  consent: {
    question: 'Czy zgadzasz się na reklamy i pomiar oglądalności przez naszych partnerów?',
    accept: 'Zgadzam się',
    reject: 'Nie zgadzam się',
  },
  ads: { label: 'Reklama', close: 'Zamknij reklamę' },
  newsletter: {
    label: 'Newsletter',
    header: 'Bądź na bieżąco',
    description: 'Najważniejsze teksty prosto do skrzynki.',
    email: 'Adres e-mail',
    consent: 'Zgadzam się na otrzymywanie newslettera. Mogę się wypisać w każdej chwili.',
    submit: 'ZAPISZ SIĘ',
    sending: 'ZAPISUJĘ',
    sent: 'ZAPISANO',
    honeypot: 'Tego pola nie wypełniaj',
    ...newsletterWords,
    notices: newsletterNotices,
    confirm: {
      title: 'Potwierdź zapis na newsletter',
      lead: 'Jedno kliknięcie i gotowe. Jeśli ten zapis nie pochodzi od Ciebie, po prostu zamknij stronę.',
      action: 'Potwierdzam zapis',
    },
    expired: {
      title: 'Ten link już wygasł',
      lead: (days: number) =>
        `Link potwierdzający działa przez ${days} dni. Zapisz się jeszcze raz, a dostaniesz nowy.`,
    },
  },
  photoBy: (author: string) => `Fot. ${author}`,
  list: {
    category: 'Kategoria',
    tag: 'Temat',
    empty: 'Nie ma tu jeszcze żadnych artykułów.',
    pageTitle: (title: string, page: number) => `${title} – strona ${page}`,
    pageNumber: (page: number) => `Strona ${page}.`,
    /** For search engines, where the CMS has no description. */
    description: {
      category: (name: string, site: string) => `Artykuły z kategorii „${name}” w serwisie ${site}.`,
      tag: (name: string, site: string) => `Artykuły na temat „${name}” w serwisie ${site}.`,
      author: (name: string, site: string) => `${name}: wszystkie teksty w serwisie ${site}.`,
    },
  },
  pagination: {
    label: 'Stronicowanie',
    previous: 'Poprzednia',
    next: 'Następna',
    page: (n: number) => `Strona ${n}`,
  },
  author: {
    label: 'Autor',
    since: (year: number) => `W redakcji od ${year} roku`,
    texts: (count: number) => `${count} ${pluralForm(count, 'tekst', 'teksty', 'tekstów')}`,
    profile: (name: string, network: string) => `${name} w serwisie ${network}`,
  },
  notFound: {
    title: 'Nie ma takiej strony',
    lead: 'Adres mógł się zmienić albo artykuł został usunięty.',
    redirect: 'Za chwilę przekierujemy Cię dalej.',
    stay: 'Zostań na tej stronie',
    stayed: 'Zostajesz na tej stronie.',
    go: 'Przejdź teraz',
  },
  feed: {
    title: (site: string) => `${site} – najnowsze artykuły`,
    rss: (site: string) => `${site} – najnowsze artykuły (RSS)`,
    category: (site: string, category: string) => `${site} – ${category}`,
  },
  offline: {
    title: 'Brak połączenia',
    lead: 'Nie możemy pobrać tej strony. Sprawdź połączenie z\u00a0internetem i\u00a0spróbuj ponownie.',
    retry: 'Spróbuj ponownie',
    read: 'Przeczytane artykuły, dostępne bez połączenia',
  },
  unavailable: {
    title: 'Ta strona jest chwilowo niedostępna',
    lead: 'Pracujemy nad tym. Spróbuj ponownie za chwilę.',
    retry: 'Spróbuj ponownie',
  },
  badRequest: {
    title: 'Nieprawidłowy adres',
    lead: 'Tego adresu nie da się odczytać. Sprawdź, czy został skopiowany w całości.',
  },
  theme: { dark: 'Tryb ciemny' },
  marketBanner: { text: 'Market Banner Widget', loading: 'Ładowanie bannera...' },
  subscribe: { count: '157 tys. Subskrybentów', action: 'SUBSKRYBUJ' },
  tiktok: { label: 'Filmy w serwisie TikTok' },
  carousel: { label: 'Artykuły', previous: 'Poprzednie artykuły', next: 'Następne artykuły' },
  quickLinks: 'Szybkie linki',
  newest: 'Najnowsze',
  passwordProtected: 'Ta treść jest chroniona hasłem.',
  partner: 'Partner',
  /** Texts in the files of an import. */
  editors: 'Redakcja',
  importedAuthor: (site: string) => `Teksty w serwisie ${site}.`,
  footer: {
    portals: 'Portale',
    section: 'Działy',
    social: 'Obserwuj nas',
    partners: 'Partnerzy',
    about: 'Serwis',
    privacyPolicy: 'Polityka prywatności',
    copyright: (year: number, group: string) => `© ${year} ${group}. Wszelkie prawa zastrzeżone.`,
    cookies: {
      none: 'Ten serwis nie zapisuje plików cookie i nie wymaga konta.',
      noAccount: 'Ten serwis nie wymaga konta.',
      parties: {
        advertising: 'reklamy',
        measurement: 'pomiar oglądalności',
        notifications: 'powiadomienia',
        comments: 'komentarze',
        animations: 'treści osadzone (animacje z Giphy)',
      },
      loads: (parties: string) => `Wczytuje usługi partnerów: ${parties}.`,
      loadsIfGranted: (parties: string) => `Tylko za Twoją zgodą wczytuje usługi partnerów: ${parties}.`,
      stores: 'Mogą one zapisywać w Twojej przeglądarce pliki cookie i podobne dane.',
      embedsOnClick: (areOthers: boolean, isGated: boolean) =>
        `${areOthers ? 'Pozostałe treści' : 'Treści'} osadzone z innych serwisów wczytują się dopiero po kliknięciu${isGated ? ' i także wymagają zgody' : ''}.`,
      embedsAtOnce:
        'Treści osadzone z innych serwisów wczytują się od razu i mogą zapisywać pliki cookie i podobne dane.',
      browser: 'Zapisane dane możesz w każdej chwili usunąć, a ich zapisywanie zablokować w ustawieniach przeglądarki.',
      consent: 'Zgodę możesz zmienić w oknie, w którym o nią pytamy, albo usuwając dane tej strony w przeglądarce.',
      change: 'Zmień zgodę',
      more: 'Więcej:',
    },
    affiliate:
      'Niektóre odnośniki w artykułach są afiliacyjne: jeśli z nich skorzystasz, możemy otrzymać prowizję. Cena dla Ciebie się nie zmienia.',
  },
} as const

/** A number in Polish notation: `4,5`, `12 500`. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat('pl-PL', { maximumFractionDigits: 6 }).format(value)
}

/** The Polish plural: 1 tekst, 2 to 4 teksty (but 12 to 14 tekstów), otherwise tekstów. */
export function pluralForm(count: number, one: string, few: string, many: string): string {
  const rule = new Intl.PluralRules('pl').select(count)
  return rule === 'one' ? one : rule === 'few' ? few : many
}
