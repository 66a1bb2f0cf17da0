# Written by `npm run varnish` from the declarations of routes (src/portal/routes.ts): change those.
# Included by default.vcl. X-Path is the path without its query, X-Given the query as spelling.vcl writes it, X-Query what
# counts of it, and X-Storage the storage of unbounded cache keys.

# Responses that no cache keeps: the operator's endpoints, forms, pages of one reader.
sub pass_unshared {
    if ((req.http.X-Path == "/healthz"
            || req.http.X-Path == "/readyz"
            || req.http.X-Path == "/version"
            || req.http.X-Path == "/metrics"
            || req.http.X-Path == "/ops/purge"
            || req.http.X-Path == "/ops/figures"
            || req.http.X-Path == "/ops/newsroom"
            || req.http.X-Path == "/api/comments"
            || req.http.X-Path == "/api/forms"
            || req.http.X-Path == "/api/consent"
            || req.http.X-Path == "/ops/most-read"
            || req.http.X-Path ~ "^/api/views/"
            || req.http.X-Path == "/api/sare"
            || req.http.X-Path ~ "^\/newsletter\/potwierdz\/[^/]+$"
            || req.http.X-Path ~ "^\/newsletter\/wypisz\/[^/]+$"
            || req.http.X-Path ~ "^\/newsletter\/ustawienia\/[^/]+$"
            || req.http.X-Path ~ "^\/newsletter\/ustawienia\/[^/]+\/dane$"
            || req.http.X-Path ~ "^\/newsletter\/ustawienia\/[^/]+\/usun$"
            || req.http.X-Path ~ "^\/newsletter\/[a-z0-9_-]+-\d{4}-\d{2}-\d{2}-[a-z0-9]{4}\/\d{1,2}[ab]?$"
            || req.http.X-Path ~ "^\/newsletter\/(?:potwierdz|wypisz|ustawienia)(?:\/|$)"
            || req.http.X-Path ~ "^\/ops\/newsletter\/[^/]+$"
            || req.http.X-Path ~ "^\/ops\/newsletter\/[^/]+\/[^/]+$"
            || req.http.X-Path ~ "^\/preview\/newsletter\/[^/]+$"
            || req.http.X-Path == "/api/push"
            || req.http.X-Path == "/api/push/clicks"
            || req.http.X-Path ~ "^\/preview\/[^/]+(?:\/|$)"
            || req.http.X-Path == "/desk"
            || req.http.X-Path == "/desk/preview"
            || req.http.X-Path ~ "^/desk/"
            || req.http.X-Path ~ "^\/(?:healthz|readyz|version|metrics|ops)(?:\/|$)"
            || req.http.X-Path ~ "^/api/"
            || req.http.X-Path ~ "^\/(?:api|media|assets|icons)$")
        && !(req.http.X-Path == "/api/feed/feed-gn"
            || req.http.X-Path == "/api/feed/rss"
            || req.http.X-Path == "/api/feed/podcast"
            || req.http.X-Path == "/api/feed/chapters"
            || req.http.X-Path == "/api/feed/transcript"
            || req.http.X-Path == "/api/feed/comments"
            || req.http.X-Path == "/api/feed/comments-rss"
            || req.http.X-Path == "/api/most-read"
            || req.http.X-Path == "/api/oembed"
            || req.http.X-Path == "/api/published"
            || req.http.X-Path == "/api/getScrollPosts"
            || req.http.X-Path ~ "^/api/amp/next/"
            || req.http.X-Path ~ "^/api/feed/")) {
        return (pass);
    }
}

sub count_parameters {
    set req.http.X-Query = "";
    unset req.http.X-Storage;
    if (req.http.X-Path == "/") {
        call choice_p;
        call choice_pageid;
        call choice_attachmentid;
        call choice_cat;
        call choice_author;
        call choice_tag;
        call choice_feed;
        call choice_paged;
        call choice_s;
    } elseif (req.http.X-Path == "/search") {
        call first_s;
        call first_category;
        call first_from;
        call first_to;
        call first_page;
    } elseif (req.http.X-Path == "/api/feed/feed-gn") {
        call two_cat;
        call two_tag;
        call two_author;
        call two_series;
        call two_list;
        call two_page;
    } elseif (req.http.X-Path == "/api/feed/rss") {
        call two_cat;
        call two_tag;
        call two_author;
        call two_series;
        call two_list;
        call two_page;
    } elseif (req.http.X-Path == "/api/feed/podcast") {
        call two_series;
        call two_tag;
        call two_cat;
    } elseif (req.http.X-Path == "/api/feed/chapters") {
        call two_article;
    } elseif (req.http.X-Path == "/api/feed/transcript") {
        call two_article;
    } elseif (req.http.X-Path == "/api/feed/comments") {
        call two_article;
    } elseif (req.http.X-Path == "/api/feed/comments-rss") {
        call two_article;
    } elseif (req.http.X-Path == "/api/most-read") {
        call two_window;
    } elseif (req.http.X-Path == "/api/oembed") {
        call two_url;
        call two_format;
        call two_maxwidth;
        call two_maxheight;
    } elseif (req.http.X-Path ~ "^/fragment/live/") {
        call first_since;
    } elseif (req.http.X-Path ~ "^/api/amp/next/") {
        call two_from;
        call two_ampsourceorigin;
    } elseif (req.http.X-Path ~ "^\/search\/[^/]+\/[0-9]+$") {
        call first_category;
        call first_from;
        call first_to;
    } elseif (req.http.X-Path ~ "^/media/") {
        call two_w;
        call two_h;
        call two_v;
    }
    if (!(req.http.X-Path == "/api/feed/feed-gn"
            || req.http.X-Path == "/api/feed/rss"
            || req.http.X-Path == "/api/feed/podcast"
            || req.http.X-Path == "/api/feed/chapters"
            || req.http.X-Path == "/api/feed/transcript"
            || req.http.X-Path == "/api/feed/comments"
            || req.http.X-Path == "/api/feed/comments-rss"
            || req.http.X-Path == "/api/most-read"
            || req.http.X-Path == "/api/oembed"
            || req.http.X-Path ~ "^/fragment/live/"
            || req.http.X-Path == "/api/published"
            || req.http.X-Path == "/api/getScrollPosts"
            || req.http.X-Path ~ "^/api/amp/next/"
            || req.http.X-Path ~ "^/fragment/"
            || req.http.X-Path ~ "^\/search\/[^/]+\/suggestions$"
            || req.http.X-Path ~ "^\/search\/[^/]+\/[0-9]+$"
            || req.http.X-Path ~ "^\/search\/[^/]+\/"
            || req.http.X-Path ~ "^/wp-json/amp/v2/post/"
            || req.http.X-Path ~ "^/amp/"
            || req.http.X-Path ~ "^/wp-json/amp/"
            || req.http.X-Path ~ "^/wp-json/"
            || req.http.X-Path ~ "^/media/"
            || req.http.X-Path ~ "^\/assets\/share-[^/]+$"
            || req.http.X-Path ~ "^\/icons\/"
            || req.http.X-Path ~ "^\/favicon\.(?:svg|ico)$"
            || req.http.X-Path == "/robots.txt"
            || req.http.X-Path == "/llms.txt"
            || req.http.X-Path == "/sitemap.xml"
            || req.http.X-Path == "/news-sitemap.xml"
            || req.http.X-Path ~ "^\/sitemap-[^/]+\.xml$"
            || req.http.X-Path ~ "^\/(?:news-)?sitemap[^/]*\.xml$"
            || req.http.X-Path == "/sw.js"
            || req.http.X-Path == "/offline.js"
            || req.http.X-Path == "/offline"
            || req.http.X-Path == "/manifest.webmanifest"
            || req.http.X-Path == "/marfeel.js"
            || req.http.X-Path ~ "^/assets/"
            || req.http.X-Path ~ "^/api/feed/"
            || req.http.X-Path ~ "^\/[^/]+\.txt$"
            || req.http.X-Path ~ "^\/[^/]+\.(?:xml|txt|js|webmanifest|svg|ico)$"
            || req.http.X-Path ~ "^\/.+\.md$")) {
        if (req.http.X-Given ~ "&amp=") {
            set req.http.X-Query = req.http.X-Query + "&amp";
        }
        if (regsub(req.http.X-Given, "^.*?&newsletter=([^&]*).*$", "\1") ~ "^(?:dodany|juz-dodany|sprawdz-skrzynke|blad|zly-email|brak-zgody|zly-email-brak-zgody|potwierdzono)$") {
            set req.http.X-Query = req.http.X-Query + "&newsletter=" + regsub(req.http.X-Given, "^.*?&newsletter=([^&]*).*$", "\1");
        }
    }
}

sub choice_p {
    if (req.http.X-Query == "" && regsub(req.http.X-Given, "^.*?&p=([^&]*).*$", "\1") ~ "^[1-9]\d{0,9}$") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&p=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub choice_pageid {
    if (req.http.X-Query == "" && regsub(req.http.X-Given, "^.*?&page_id=([^&]*).*$", "\1") ~ "^[1-9]\d{0,9}$") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&page_id=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub choice_attachmentid {
    if (req.http.X-Query == "" && regsub(req.http.X-Given, "^.*?&attachment_id=([^&]*).*$", "\1") ~ "^[1-9]\d{0,9}$") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&attachment_id=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub choice_cat {
    if (req.http.X-Query == "" && regsub(req.http.X-Given, "^.*?&cat=([^&]*).*$", "\1") ~ "^[1-9]\d{0,9}$") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&cat=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub choice_author {
    if (req.http.X-Query == "" && regsub(req.http.X-Given, "^.*?&author=([^&]*).*$", "\1") ~ "^[1-9]\d{0,9}$") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&author=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub choice_tag {
    if (req.http.X-Query == "" && regsub(req.http.X-Given, "^.*?&tag=([^&]*).*$", "\1") ~ "^[a-z0-9-]{1,100}$") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&tag=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub choice_feed {
    if (req.http.X-Query == "" && regsub(req.http.X-Given, "^.*?&feed=([^&]*).*$", "\1") ~ "^(?:feed|rss2?|rdf|atom)$") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&feed=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub choice_paged {
    if (req.http.X-Query == "" && regsub(req.http.X-Given, "^.*?&paged=([^&]*).*$", "\1") ~ "^[1-9]\d{0,5}$") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&paged=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub choice_s {
    if (req.http.X-Query == "" && req.http.X-Given ~ "&s=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&s=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub first_s {
    if (req.http.X-Given ~ "&s=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&s=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub first_category {
    if (regsub(req.http.X-Given, "^.*?&category=([^&]*).*$", "\1") ~ "^[a-z0-9]+(?:[-_][a-z0-9]+)*$") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&category=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub first_from {
    if (regsub(req.http.X-Given, "^.*?&from=([^&]*).*$", "\1") ~ "^\d{4}-\d{2}-\d{2}$") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&from=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub first_to {
    if (regsub(req.http.X-Given, "^.*?&to=([^&]*).*$", "\1") ~ "^\d{4}-\d{2}-\d{2}$") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&to=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub first_page {
    if (regsub(req.http.X-Given, "^.*?&page=([^&]*).*$", "\1") ~ "^(?!0*1?$)[0-9]{1,6}$") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&page=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub two_cat {
    if (req.http.X-Given ~ "&cat=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&cat=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&cat=[^&]*&(?:.*&)?cat=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&cat=[^&]*.*?(&cat=[^&]*).*$", "\1");
        }
    }
}

sub two_tag {
    if (req.http.X-Given ~ "&tag=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&tag=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&tag=[^&]*&(?:.*&)?tag=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&tag=[^&]*.*?(&tag=[^&]*).*$", "\1");
        }
    }
}

sub two_author {
    if (req.http.X-Given ~ "&author=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&author=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&author=[^&]*&(?:.*&)?author=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&author=[^&]*.*?(&author=[^&]*).*$", "\1");
        }
    }
}

sub two_series {
    if (req.http.X-Given ~ "&series=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&series=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&series=[^&]*&(?:.*&)?series=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&series=[^&]*.*?(&series=[^&]*).*$", "\1");
        }
    }
}

sub two_list {
    if (req.http.X-Given ~ "&list=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&list=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&list=[^&]*&(?:.*&)?list=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&list=[^&]*.*?(&list=[^&]*).*$", "\1");
        }
    }
}

sub two_page {
    if (req.http.X-Given ~ "&page=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&page=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&page=[^&]*&(?:.*&)?page=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&page=[^&]*.*?(&page=[^&]*).*$", "\1");
        }
    }
}

sub two_article {
    if (req.http.X-Given ~ "&article=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&article=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&article=[^&]*&(?:.*&)?article=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&article=[^&]*.*?(&article=[^&]*).*$", "\1");
        }
    }
}

sub two_window {
    if (req.http.X-Given ~ "&window=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&window=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&window=[^&]*&(?:.*&)?window=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&window=[^&]*.*?(&window=[^&]*).*$", "\1");
        }
    }
}

sub two_url {
    if (req.http.X-Given ~ "&url=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&url=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&url=[^&]*&(?:.*&)?url=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&url=[^&]*.*?(&url=[^&]*).*$", "\1");
        }
    }
}

sub two_format {
    if (req.http.X-Given ~ "&format=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&format=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&format=[^&]*&(?:.*&)?format=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&format=[^&]*.*?(&format=[^&]*).*$", "\1");
        }
    }
}

sub two_maxwidth {
    if (req.http.X-Given ~ "&maxwidth=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&maxwidth=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&maxwidth=[^&]*&(?:.*&)?maxwidth=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&maxwidth=[^&]*.*?(&maxwidth=[^&]*).*$", "\1");
        }
    }
}

sub two_maxheight {
    if (req.http.X-Given ~ "&maxheight=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&maxheight=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&maxheight=[^&]*&(?:.*&)?maxheight=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&maxheight=[^&]*.*?(&maxheight=[^&]*).*$", "\1");
        }
    }
}

sub first_since {
    if (req.http.X-Given ~ "&since=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&since=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
    }
}

sub two_from {
    if (req.http.X-Given ~ "&from=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&from=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&from=[^&]*&(?:.*&)?from=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&from=[^&]*.*?(&from=[^&]*).*$", "\1");
        }
    }
}

sub two_ampsourceorigin {
    if (req.http.X-Given ~ "&__amp_source_origin=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&__amp_source_origin=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&__amp_source_origin=[^&]*&(?:.*&)?__amp_source_origin=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&__amp_source_origin=[^&]*.*?(&__amp_source_origin=[^&]*).*$", "\1");
        }
    }
}

sub two_w {
    if (req.http.X-Given ~ "&w=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&w=[^&]*).*$", "\1");
        if (req.http.X-Given ~ "&w=[^&]*&(?:.*&)?w=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&w=[^&]*.*?(&w=[^&]*).*$", "\1");
        }
    }
}

sub two_h {
    if (req.http.X-Given ~ "&h=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&h=[^&]*).*$", "\1");
        if (req.http.X-Given ~ "&h=[^&]*&(?:.*&)?h=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&h=[^&]*.*?(&h=[^&]*).*$", "\1");
        }
    }
}

sub two_v {
    if (req.http.X-Given ~ "&v=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&v=[^&]*).*$", "\1");
        set req.http.X-Storage = "other";
        if (req.http.X-Given ~ "&v=[^&]*&(?:.*&)?v=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?&v=[^&]*.*?(&v=[^&]*).*$", "\1");
        }
    }
}
