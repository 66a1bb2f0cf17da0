vcl 4.1;

# Varnish 7 in front of instances of the portal. Needs xkey of varnish-modules; `-p http_gzip_support=off`, because
# Varnish lacks the portal's brotli; and two storages, `-s pages=malloc,1g -s other=malloc,64m`, because some cache keys are
# unbounded (deploy/README.md). test/cluster/varnish.test.ts tests this file with other ports, hosts and token file.

import std;
import directors;
import xkey;

probe ready {
    .url = "/readyz";
    .interval = 2s;
    .timeout = 1s;
    .window = 5;
    .threshold = 3;
    .initial = 3;
}

# Backends, networks and host names: an installation's own.
include "./site.vcl";
include "./spelling.vcl";

sub vcl_recv {
    set req.backend_hint = portal.backend();
    set req.http.Host = regsub(std.tolower(regsub(req.http.Host, ":[0-9]*$", "")), "\.$", "");
    # A client must not speak for this file.
    if (req.restarts == 0) {
        unset req.http.X-Location;
        unset req.http.X-Dropped-Query;
    }
    unset req.http.X-Purge-Token;

    if (req.method == "PURGE") {
        call purge_keys;
    }
    if (req.method !~ "^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$" || req.http.Upgrade ~ "(?i)websocket") {
        return (synth(405));
    }

    # Part of the key: HTTPS pages carry HSTS. Only the TLS terminator in front may set it, and to this value alone.
    if (req.http.X-Forwarded-Proto != "https") {
        unset req.http.X-Forwarded-Proto;
    }

    # Stale pages for ten minutes during a fetch, for a day while no instance is up.
    if (req.restarts > 0 || !std.healthy(req.backend_hint)) {
        set req.grace = 24h;
    } else {
        set req.grace = 600s;
    }

    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # The operator's own, and forms.
    if (req.url ~ "^/(ops|metrics|healthz|readyz|version|api/sare|api/comments|newsletter/(potwierdz|wypisz|ustawienia)|preview)(/|\?|$)") {
        return (pass);
    }
    call known_host;

    # The portal refuses these quickly; no response is stored.
    if (req.url ~ "(?i)^//|^[^?]*/(\.|%2e){1,2}(/|\?|$)") {
        return (pass);
    }
    # Other spellings of a path redirect to the stored one, as in the portal.
    set req.http.X-Location = regsub(req.url, "\?.*$", "");
    call plain_spelling;
    set req.url = regsub(regsuball(regsub(req.url, "\?.*$", ""), "/{2,}", "/") + regsub(req.url, "^[^?]*", ""), "\?$", "");
    if (req.http.X-Location != regsub(req.url, "\?.*$", "")) {
        set req.http.X-Location = req.url;
        return (synth(301));
    }
    unset req.http.X-Location;

    # Pages do not depend on cookies or credentials; responses that do are not stored.
    unset req.http.Cookie;
    unset req.http.Authorization;
    # Only images vary by AVIF support.
    if (req.url ~ "^/media/" && req.http.Accept ~ "(?i)(^|,)\s*image/avif\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)") {
        set req.http.Accept = "image/avif";
    } else {
        unset req.http.Accept;
    }

    # One of three encodings; the portal's `Vary: Accept-Encoding` keeps them apart.
    if (req.http.Accept-Encoding ~ "(?i)(^|,)\s*br\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)") {
        set req.http.Accept-Encoding = "br";
    } elseif (req.http.Accept-Encoding ~ "(?i)(^|,)\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }

    # Few parameters count in a URL; the others change nothing. Responses of interfaces are not stored.
    if (req.url ~ "\?" && (req.url !~ "^/api(/|\?)" || req.url ~ "^/api/feed/")) {
        call known_parameters;
    }
    # Varnish's built-in rules follow: they skip the look-up of requests with a cookie.
}

# The first of each name, in one order. test/cluster/varnish.test.ts compares this with the portal's own rules
# (src/page-cache/key.ts).
sub known_parameters {
    # The same separator before each parameter, and one encoding of a space.
    set req.http.X-Given = "&" + regsuball(regsub(req.url, "^[^?]*\?", ""), "\+", "%20");
    set req.http.X-Query = "";
    if (req.url ~ "^/search\?") {
        if (req.http.X-Given ~ "&s=") {
            set req.http.X-Query = regsub(req.http.X-Given, "^.*?(&s=[^&]*).*$", "\1");
        }
        # The first page has no number; an impossible number means the first page.
        if (req.http.X-Given ~ "^.*?&page=0*([2-9]|[1-9][0-9]{1,3})(&|$)") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&page=)0*([^&]*).*$", "\1\2");
        }
    } elseif (req.url ~ "^/api/feed/") {
        if (req.http.X-Given ~ "&cat=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&cat=[^&]*).*$", "\1");
        }
        if (req.http.X-Given ~ "&tag=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&tag=[^&]*).*$", "\1");
        }
        if (req.http.X-Given ~ "&author=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&author=[^&]*).*$", "\1");
        }
        if (req.http.X-Given ~ "&list=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&list=[^&]*).*$", "\1");
        }
        if (req.http.X-Given ~ "&article=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&article=[^&]*).*$", "\1");
        }
        if (req.http.X-Given ~ "&page=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&page=[^&]*).*$", "\1");
        }
    } elseif (req.url ~ "^/media/") {
        if (req.http.X-Given ~ "&w=") {
            set req.http.X-Query = regsub(req.http.X-Given, "^.*?(&w=[^&]*).*$", "\1");
        }
        if (req.http.X-Given ~ "&h=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&h=[^&]*).*$", "\1");
        }
        if (req.http.X-Given ~ "&v=") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&v=[^&]*).*$", "\1");
        }
    } elseif (req.url ~ "^/\?") {
        # Short links of WordPress: the first that is one.
        if (req.http.X-Given ~ "&p=[1-9][0-9]{0,9}(&|$)") {
            set req.http.X-Query = regsub(req.http.X-Given, "^.*?(&p=[^&]*).*$", "\1");
        } elseif (req.http.X-Given ~ "&page_id=[1-9][0-9]{0,9}(&|$)") {
            set req.http.X-Query = regsub(req.http.X-Given, "^.*?(&page_id=[^&]*).*$", "\1");
        } elseif (req.http.X-Given ~ "&attachment_id=[1-9][0-9]{0,9}(&|$)") {
            set req.http.X-Query = regsub(req.http.X-Given, "^.*?(&attachment_id=[^&]*).*$", "\1");
        } elseif (req.http.X-Given ~ "&cat=[1-9][0-9]{0,9}(&|$)") {
            set req.http.X-Query = regsub(req.http.X-Given, "^.*?(&cat=[^&]*).*$", "\1");
        } elseif (req.http.X-Given ~ "&author=[1-9][0-9]{0,9}(&|$)") {
            set req.http.X-Query = regsub(req.http.X-Given, "^.*?(&author=[^&]*).*$", "\1");
        } elseif (req.http.X-Given ~ "&tag=[a-z0-9-]{1,100}(&|$)") {
            set req.http.X-Query = regsub(req.http.X-Given, "^.*?(&tag=[^&]*).*$", "\1");
        } elseif (req.http.X-Given ~ "&feed=(feed|rss2?|rdf|atom)(&|$)") {
            set req.http.X-Query = regsub(req.http.X-Given, "^.*?(&feed=[^&]*).*$", "\1");
        } elseif (req.http.X-Given ~ "&paged=[1-9][0-9]{0,5}(&|$)") {
            set req.http.X-Query = regsub(req.http.X-Given, "^.*?(&paged=[^&]*).*$", "\1");
        } elseif (req.http.X-Given ~ "&s=[^&]+(&|$)") {
            set req.http.X-Query = regsub(req.http.X-Given, "^.*?(&s=[^&]*).*$", "\1");
        }
    }
    # A page's AMP document.
    if (req.http.X-Given ~ "&amp(=|&|$)"
        && req.url !~ "^/(api|assets|icons|media)/|^[^?]*\.(xml|txt|js|ico|png|svg|webmanifest)\?") {
        set req.http.X-Query = req.http.X-Query + "&amp";
    }
    # Notices after a newsletter form was sent. Files have no form.
    if (req.http.X-Given ~ "&newsletter=(dodany|juz-dodany|sprawdz-skrzynke|blad|zly-email|brak-zgody|zly-email-brak-zgody|potwierdzono)(&|$)"
        && req.url !~ "^/(api|assets|icons|media)/|^[^?]*\.(xml|txt|js|ico|png|svg|webmanifest)\?") {
        set req.http.X-Query = req.http.X-Query
            + regsub(req.http.X-Given, "^.*?(&newsletter=(?:dodany|juz-dodany|sprawdz-skrzynke|blad|zly-email|brak-zgody|zly-email-brak-zgody|potwierdzono))(?:&.*)?$", "\1");
    }
    # Redirects carry the reader's whole query.
    set req.http.X-Dropped-Query = regsub(req.url, "^[^?]*", "");
    set req.url = regsub(req.url, "\?.*$", "") + regsub(req.http.X-Query, "^&", "?");
    unset req.http.X-Given;
    unset req.http.X-Query;
}

# PURGE with keys in `Surrogate-Key` and a bearer token, as PURGE_FORWARD_URL sends it. Matching pages become
# stale: readers get them during the fetch of a new one.
sub purge_keys {
    if (client.ip !~ purgers) {
        return (synth(405));
    }
    set req.http.X-Purge-Token = regsuball(std.fileread("/etc/varnish/purge-token"), "\s", "");
    # A missing or empty file denies everybody.
    if (req.http.X-Purge-Token !~ "^[!-~]{8,}$" || req.http.Authorization != "Bearer " + req.http.X-Purge-Token) {
        return (synth(401));
    }
    if (!req.http.Surrogate-Key) {
        return (synth(400, "no Surrogate-Key"));
    }
    return (synth(200, "purged " + xkey.softpurge(req.http.Surrogate-Key)));
}

sub vcl_hash {
    hash_data(req.url);
    hash_data(req.http.Host);
    hash_data(req.http.X-Forwarded-Proto);
    return (lookup);
}

sub vcl_backend_response {
    # A failed fetch leaves the old page in place.
    if (bereq.is_bgfetch && beresp.status >= 500) {
        return (abandon);
    }
    if (beresp.http.Set-Cookie || beresp.status >= 500 || beresp.http.Cache-Control ~ "(?i)no-store|private") {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        return (deliver);
    }
    # Unbounded cache keys have a storage of their own, so they evict no page.
    if (beresp.status >= 400 || bereq.url ~ "^/search(/|\?|$)" || bereq.url ~ "^/api/feed/.*\?") {
        set beresp.storage = storage.other;
    } else {
        set beresp.storage = storage.pages;
    }
    # A 404 lives for half a minute and is never served stale: a new article must appear.
    if (beresp.status == 404 || beresp.status == 410) {
        set beresp.grace = 0s;
    } else {
        set beresp.grace = 24h;
    }
    # The instance sent a stale page during its refresh: fetch again in a second.
    if (beresp.http.X-Cache == "stale") {
        set beresp.ttl = 1s;
    }
    # Purged by its content's keys, and by its path with any query.
    set beresp.http.xkey = beresp.http.Surrogate-Key + " path:" + regsub(bereq.url, "\?.*$", "");
}

sub vcl_backend_error {
    # The restart below serves a stale page, if one exists.
    set beresp.http.X-Varnish-Error = "true";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "5";
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
}

sub vcl_synth {
    if (resp.status == 301) {
        set resp.http.Location = req.http.X-Location;
        set resp.http.Cache-Control = "public, max-age=60";
        set resp.body = "";
        return (deliver);
    }
}

sub vcl_deliver {
    # No instance responded, and the probe has not noticed yet: try again, with pages of up to a day.
    if (resp.status == 503 && resp.http.X-Varnish-Error && req.restarts == 0 && req.method ~ "^(GET|HEAD)$") {
        return (restart);
    }
    if (resp.status >= 301 && resp.status <= 308 && resp.status != 304 && req.http.X-Dropped-Query && resp.http.Location
        && resp.http.Location !~ "\?") {
        set resp.http.Location = resp.http.Location + req.http.X-Dropped-Query;
    }
    unset resp.http.xkey;
    unset resp.http.X-Varnish-Error;
    if (obj.hits > 0) {
        set resp.http.X-Proxy-Cache = "hit";
    } else {
        set resp.http.X-Proxy-Cache = "miss";
    }
}
