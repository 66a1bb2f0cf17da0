import type { BundledLanguage } from '../../languages/language.ts'
import { commandLine } from '../../system/command-line.ts'
import type { TimeZone } from '../../system/time-zone.ts'

/** The operator replaces them (SITE-10); the doctor finds the rest (SITE-11). */
export interface Examples {
  timeZone: TimeZone
  description: string
  author: { slug: string; name: string; description: string }
  category: { slug: string; name: string }
  homeSlug: string
  article: { slug: string; title: string; lead: string; before: string; heading: string; after: string }
  /** HTML. */
  steps(name: string): string[]
}

const AUTHORS = 'newsroom/authors'
const code = (text: string): string => `<code>${text}</code>`
const service = (name: string): string => code(`services/${name}.yaml`)
const articles = (name: string): string => code(`newsroom/${name}/articles/`)

export const EXAMPLES: Readonly<Record<BundledLanguage, Examples>> = {
  pl: {
    timeZone: 'Europe/Warsaw',
    description: 'Wpisz w tym miejscu jedno lub dwa zdania o swoim portalu: pokażą je wyszukiwarki.',
    author: {
      slug: 'jan-przykladowy',
      name: 'Jan Przykładowy',
      description: 'Jestem tylko przykładem: nikt taki nie istnieje. Wpisz w moje miejsce prawdziwą osobę.',
    },
    category: { slug: 'aktualnosci', name: 'Aktualności' },
    homeSlug: 'strona-glowna',
    article: {
      slug: 'pierwszy-artykul',
      title: 'Twój portal działa: co dalej',
      lead: 'To jest artykuł przykładowy. Każdy krok zajmuje kilka minut.',
      before:
        'Wszystko, co czyni ten portal Twoim, leży w jednym folderze. Zapisany artykuł widać po chwili; po zmianie innych plików uruchom portal jeszcze raz.',
      heading: 'Trzy kroki',
      after: `${code(commandLine('doctor'))} wymienia to, co zostało do zrobienia.`,
    },
    steps: (name) => [
      `${service(name)}: kolory, menu i opis dla wyszukiwarek. Każde pole objaśnia komentarz.`,
      `${code(`${AUTHORS}/jan-przykladowy.yaml`)}: wpisz siebie w miejsce przykładowego autora.`,
      `${articles(name)}: skopiuj ten artykuł pod inną nazwą, napisz własny, a ten usuń.`,
    ],
  },
  en: {
    timeZone: 'Europe/London',
    description: 'Replace this with one or two sentences about your portal: search engines show them.',
    author: {
      slug: 'alex-example',
      name: 'Alex Example',
      description: 'I am only an example: there is no such person. Replace me with a real one.',
    },
    category: { slug: 'news', name: 'News' },
    homeSlug: 'home',
    article: {
      slug: 'first-article',
      title: 'Your portal is running: what to do next',
      lead: 'This article is an example. Each step takes a few minutes.',
      before:
        'Everything that makes this portal yours lies in one folder. A saved article shows after a moment; after a change of other files, start the portal again.',
      heading: 'Three steps',
      after: `${code(commandLine('doctor'))} lists what is left to do.`,
    },
    steps: (name) => [
      `${service(name)}: colours, menu and the description for search engines. Comments explain each field.`,
      `${code(`${AUTHORS}/alex-example.yaml`)}: replace the example author with yourself.`,
      `${articles(name)}: copy this article under another name, write your own, and delete this one.`,
    ],
  },
  de: {
    timeZone: 'Europe/Berlin',
    description: 'Schreiben Sie hier ein oder zwei Sätze über Ihr Portal: Suchmaschinen zeigen sie an.',
    author: {
      slug: 'max-beispiel',
      name: 'Max Beispiel',
      description: 'Ich bin nur ein Beispiel: Diese Person gibt es nicht. Ersetzen Sie mich durch eine echte.',
    },
    category: { slug: 'nachrichten', name: 'Nachrichten' },
    homeSlug: 'startseite',
    article: {
      slug: 'erster-artikel',
      title: 'Ihr Portal läuft: So geht es weiter',
      lead: 'Dieser Artikel ist ein Beispiel. Jeder Schritt dauert ein paar Minuten.',
      before:
        'Alles, was dieses Portal zu Ihrem macht, liegt in einem Ordner. Ein gespeicherter Artikel erscheint nach einem Augenblick; nach einer Änderung anderer Dateien starten Sie das Portal neu.',
      heading: 'Drei Schritte',
      after: `${code(commandLine('doctor'))} zählt auf, was noch zu tun ist.`,
    },
    steps: (name) => [
      `${service(name)}: Farben, Menü und die Beschreibung für Suchmaschinen. Kommentare erklären jedes Feld.`,
      `${code(`${AUTHORS}/max-beispiel.yaml`)}: Ersetzen Sie den Beispielautor durch sich selbst.`,
      `${articles(name)}: Kopieren Sie diesen Artikel unter einem anderen Namen, schreiben Sie einen eigenen, und löschen Sie diesen.`,
    ],
  },
  uk: {
    timeZone: 'Europe/Kyiv',
    description: 'Напишіть тут одне чи два речення про свій портал: їх показують пошукові системи.',
    author: {
      slug: 'ivan-pryklad',
      name: 'Іван Приклад',
      description: 'Я лише приклад: такої людини не існує. Впишіть на моє місце справжню.',
    },
    category: { slug: 'novyny', name: 'Новини' },
    homeSlug: 'holovna',
    article: {
      slug: 'persha-stattia',
      title: 'Ваш портал працює: що далі',
      lead: 'Ця стаття є прикладом. Кожен крок займає кілька хвилин.',
      before:
        'Усе, що робить цей портал вашим, лежить в одній теці. Збережену статтю видно за мить; після зміни інших файлів запустіть портал ще раз.',
      heading: 'Три кроки',
      after: `${code(commandLine('doctor'))} перелічує, що залишилося зробити.`,
    },
    steps: (name) => [
      `${service(name)}: кольори, меню й опис для пошукових систем. Кожне поле пояснює коментар.`,
      `${code(`${AUTHORS}/ivan-pryklad.yaml`)}: впишіть себе на місце автора з прикладу.`,
      `${articles(name)}: скопіюйте цю статтю під іншою назвою, напишіть власну, а цю видаліть.`,
    ],
  },
}
