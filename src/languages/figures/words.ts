import { type BundledLanguage, isBundledLanguage, type Language, rulesOf } from '../language.ts'
import type { FigureWords } from './figure-words.ts'

export function figureWords(language: Language): FigureWords {
  return isBundledLanguage(language) ? FIGURE_WORDS[language] : (rulesOf(language).figures ?? FIGURE_WORDS.en)
}

/** No page loads them. */
export const FIGURE_WORDS: Readonly<Record<BundledLanguage, FigureWords>> = {
  pl: {
    title: 'Liczby: {title}',
    mostRead: 'Najczęściej czytane',
    sources: 'Skąd przychodzą czytelnicy',
    article: 'Artykuł',
    source: 'Serwis',
    none: 'Nie ma jeszcze danych.',
    note: 'To sumy odsłon artykułów i serwisów, z których przyszli czytelnicy. O nikim z nich nic nie zapisujemy.',
    windows: { '1h': 'Ostatnia godzina', '24h': '24 godziny', '7d': '7 dni' },
    push: {
      title: 'Powiadomienia',
      topic: 'Temat',
      subscriptions: 'Włączone',
      gone: 'Nieaktualne',
      unknown: 'Niepewne',
    },
    issues: {
      title: 'Wydania newslettera',
      issue: 'Wydanie',
      sent: 'Wysłane',
      refused: 'Odrzucone',
      unsubscribed: 'Wypisani',
      clicks: 'Kliknięcia',
      openings: 'Otwarcia',
    },
  },
  en: {
    title: 'Figures: {title}',
    mostRead: 'Most read',
    sources: 'Where readers come from',
    article: 'Article',
    source: 'Site',
    none: 'There are no figures yet.',
    note: 'These are sums of views of articles and of the sites that readers came from. Nothing is kept about any of them.',
    windows: { '1h': 'Last hour', '24h': '24 hours', '7d': '7 days' },
    push: { title: 'Notifications', topic: 'Topic', subscriptions: 'Turned on', gone: 'Gone', unknown: 'Unknown' },
    issues: {
      title: 'Issues of the newsletter',
      issue: 'Issue',
      sent: 'Sent',
      refused: 'Refused',
      unsubscribed: 'Unsubscribed',
      clicks: 'Clicks',
      openings: 'Openings',
    },
  },
  de: {
    title: 'Zahlen: {title}',
    mostRead: 'Meistgelesen',
    sources: 'Woher die Leserinnen und Leser kommen',
    article: 'Artikel',
    source: 'Website',
    none: 'Es gibt noch keine Zahlen.',
    note: 'Das sind Summen der Aufrufe von Artikeln und der Websites, von denen Leserinnen und Leser kamen. Über niemanden wird etwas gespeichert.',
    windows: { '1h': 'Letzte Stunde', '24h': '24 Stunden', '7d': '7 Tage' },
    push: {
      title: 'Benachrichtigungen',
      topic: 'Thema',
      subscriptions: 'Eingeschaltet',
      gone: 'Erloschen',
      unknown: 'Ungewiss',
    },
    issues: {
      title: 'Ausgaben des Newsletters',
      issue: 'Ausgabe',
      sent: 'Gesendet',
      refused: 'Abgelehnt',
      unsubscribed: 'Abgemeldet',
      clicks: 'Klicks',
      openings: 'Öffnungen',
    },
  },
  uk: {
    title: 'Цифри: {title}',
    mostRead: 'Найчитаніше',
    sources: 'Звідки приходять читачі',
    article: 'Стаття',
    source: 'Сайт',
    none: 'Даних ще немає.',
    note: 'Це суми переглядів статей і сайтів, з яких прийшли читачі. Про жодного з них нічого не зберігається.',
    windows: { '1h': 'Остання година', '24h': '24 години', '7d': '7 днів' },
    push: { title: 'Сповіщення', topic: 'Тема', subscriptions: 'Увімкнено', gone: 'Недійсні', unknown: 'Невідомо' },
    issues: {
      title: 'Випуски розсилки',
      issue: 'Випуск',
      sent: 'Надіслано',
      refused: 'Відхилено',
      unsubscribed: 'Відписалися',
      clicks: 'Переходи',
      openings: 'Відкриття',
    },
  },
}
