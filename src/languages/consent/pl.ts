export const consent = {
  title: 'Pytanie o zgodę',
  toDialogue: 'Przejdź do pytania o zgodę',
  question:
    'Czy zgadzasz się na korzystanie z usług naszych partnerów ({subjects})? Mogą oni zapisywać w Twojej przeglądarce pliki cookie i podobne dane.',
  subjects: {
    advertising: 'reklamy',
    measurement: 'pomiar oglądalności',
    notifications: 'powiadomienia',
    comments: 'komentarze',
    embeds: 'treści osadzone z innych serwisów',
  },
  names: {
    advertising: 'Reklamy',
    measurement: 'Pomiar oglądalności',
    notifications: 'Powiadomienia',
    comments: 'Komentarze',
    embeds: 'Treści osadzone z innych serwisów',
  },
  purposes: {
    advertising: 'Pokazywanie reklam, także dopasowanych do zainteresowań, i mierzenie ich skuteczności.',
    measurement: 'Liczenie odsłon i sprawdzanie, które teksty są czytane.',
    notifications: 'Wysyłanie do przeglądarki powiadomień o nowych tekstach.',
    comments: 'Pokazywanie i dodawanie komentarzy pod artykułami.',
    embeds: 'Pokazywanie w artykułach filmów, wpisów i animacji z innych serwisów.',
  },
  accept: 'Zgadzam się',
  reject: 'Nie zgadzam się',
  choose: 'Chcę wybrać',
  settings: 'Twoja zgoda',
  save: 'Zapisz wybór',
  close: 'Zamknij bez zmian',
  memory:
    'Bez Twojej zgody nic z tej listy się nie wczyta. Wybór zapamięta tylko ta przeglądarka, na 6 miesięcy; zmienisz go odnośnikiem „Zmień zgodę” w stopce.',
} as const

export const privacy = {
  title: 'Prywatność i pliki cookie',
  lead: 'Co ten serwis zapisuje w Twojej przeglądarce, które usługi partnerów wczytuje i po co. Ta lista powstaje z ustawień serwisu, więc zgadza się z tym, co naprawdę się wczytuje.',
  controller: 'Serwis prowadzi {name}.',
  own: {
    title: 'Co zapisuje sam serwis',
    lead: 'Te dane zostają w przeglądarce i nigdzie ich nie wysyłamy. Usuniesz je w jej ustawieniach.',
    theme: 'Wybór jasnego albo ciemnego wyglądu, gdy go zmienisz',
    articles: 'Ostatnio czytane artykuły, do czytania bez internetu',
    revisions: 'Wersje zmienionych artykułów, które czytasz, żeby zaznaczyć następną zmianę',
    positions: 'Miejsca, w których przerywasz nagrania, żeby wznowić je w tym samym miejscu',
    breaking: 'Pilne wiadomości, które ukryjesz',
    textSize: 'Wielkość tekstu, gdy ją zmienisz',
    saved: 'Artykuły, które zapiszesz, z obrazami',
    places: 'Miejsca, w których kończysz czytać długie artykuły',
    consent: 'Twoja decyzja w sprawie zgody',
    untilDeleted: 'dopóki ich nie usuniesz',
  },
  parties: {
    title: 'Usługi partnerów',
    none: 'Ten serwis nie wczytuje usług partnerów.',
    country: 'Siedziba: {country}.',
    stores: 'Zapisuje:',
    unknown: 'Co zapisuje i na jak długo, określa polityka prywatności tego partnera.',
    session: 'do zamknięcia przeglądarki',
    days: { one: '{count} dzień', few: '{count} dni', many: '{count} dni', other: '{count} dnia' },
    months: { one: '{count} miesiąc', few: '{count} miesiące', many: '{count} miesięcy', other: '{count} miesiąca' },
    policy: 'Polityka prywatności: {name}',
  },
  counters: {
    title: 'Liczenie odsłon bez plików cookie',
    lead: 'Każdą odsłonę zgłaszamy tej usłudze: adres strony, serwis, z którego przychodzisz, i język przeglądarki. Jak przy każdym połączeniu trafiają do niej też adres IP i nazwa przeglądarki. Nic nie zapisuje się w Twojej przeglądarce, więc o zgodę nie pytamy. Z sygnałem Global Privacy Control niczego nie zgłaszamy.',
  },
  embeds: {
    title: 'Treści osadzone z innych serwisów',
    onClick: 'Filmy i wpisy z innych serwisów wczytują się w artykule dopiero po kliknięciu.',
    ifGranted: 'Filmy i wpisy z innych serwisów wczytują się w artykule dopiero po kliknięciu i za Twoją zgodą.',
    amp: 'W wersji AMP artykułów wczytują się od razu.',
    providers: 'Co wtedy zapisują, określają ich polityki prywatności. Są to: {providers}.',
  },
  newsletter: {
    title: 'Newsletter',
    kept: 'Gdy zapiszesz się na newsletter, zapamiętamy na naszym serwerze Twój adres e-mail, nazwę serwisu oraz daty zapisu i potwierdzenia. Używamy ich tylko do wysyłania newslettera.',
    passed: 'Gdy zapiszesz się na newsletter, przekażemy Twój adres e-mail dostawcy, który go wysyła: {name}.',
    unconfirmed: {
      one: 'Niepotwierdzony adres usuwamy po {count} dniu.',
      few: 'Niepotwierdzony adres usuwamy po {count} dniach.',
      many: 'Niepotwierdzony adres usuwamy po {count} dniach.',
      other: 'Niepotwierdzony adres usuwamy po {count} dnia.',
    },
    rights:
      'W każdej wiadomości jest link, którym wypiszesz się jednym kliknięciem, i link do ustawień, w których pobierzesz albo usuniesz swoje dane. Po wypisaniu się usuwamy adres.',
    suppressed:
      'Jeśli serwer poczty na stałe odrzuci Twój adres albo zgłosisz naszą wiadomość jako spam, zachowamy nieodwracalny skrót adresu, żeby niczego więcej na niego nie wysyłać.',
    clicks:
      'Linki w newsletterze prowadzą przez nasz serwer, który zlicza kliknięcia każdego linku. Nie zapisujemy, kto kliknął.',
    opens: 'Obrazek w newsletterze zlicza, ile razy go otwarto. Nie zapisujemy, kto go otworzył.',
    ask: 'O usunięcie adresu poproś wydawcę serwisu.',
  },
  choice: {
    title: 'Twój wybór',
    preset:
      'Usługi partnerów wczytują się bez pytania. Zapisane dane usuniesz, a ich zapisywanie zablokujesz w ustawieniach przeglądarki.',
    none: 'Nic, co wymagałoby zgody, się nie wczytuje, więc o nią nie pytamy.',
    asks: 'Usługi partnerów wczytują się tylko za Twoją zgodą. Odmowa niczego nie zmienia w tekstach. Decyzję pamięta tylko ta przeglądarka, na 6 miesięcy; nigdzie jej nie zapisujemy.',
    platform:
      'O zgodę pyta platforma {name}, która wczytuje się jako pierwsza. Bez Twojej zgody nie wczyta się nic więcej.',
    gpc: 'Sygnał Global Privacy Control z przeglądarki jest odmową: wtedy nie pytamy i nic się nie wczytuje, dopóki nie zmienisz zgody.',
    noScript: 'Bez JavaScriptu żadna usługa partnerów się nie wczytuje.',
  },
} as const
