vcl 4.1;

# Varnish 7 in front of instances of the portal. Needs xkey of varnish-modules; `-p http_gzip_support=off`, as the portal
# compresses with brotli too, which Varnish does not know; and two storages, `-s pages=malloc,1g -s other=malloc,64m`, as
# some answers can be asked for without end (deploy/README.md). Tested by test/cluster/varnish.test.ts as it stands here, but for ports, hosts
# and the token's file.

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

    # Part of the key: HTTPS pages carry HSTS. Only what ends TLS in front may say so, and it says nothing else.
    if (req.http.X-Forwarded-Proto != "https") {
        unset req.http.X-Forwarded-Proto;
    }

    # Old pages for ten minutes while a new one is fetched, for a day while no instance can be asked.
    if (req.restarts > 0 || !std.healthy(req.backend_hint)) {
        set req.grace = 24h;
    } else {
        set req.grace = 600s;
    }

    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # The operator's own, and forms.
    if (req.url ~ "^/(ops|metrics|healthz|readyz|version|api/sare|newsletter/potwierdz)(/|\?|$)") {
        return (pass);
    }
    call known_host;

    # The portal refuses these, quickly; nothing of them is stored.
    if (req.url ~ "(?i)^//|^[^?]*/(\.|%2e){1,2}(/|\?|$)") {
        return (pass);
    }
    # Other spellings of a path are sent to the one that is stored, as the portal does.
    set req.http.X-Location = regsub(req.url, "\?.*$", "");
    call plain_spelling;
    set req.url = regsub(regsuball(regsub(req.url, "\?.*$", ""), "/{2,}", "/") + regsub(req.url, "^[^?]*", ""), "\?$", "");
    if (req.http.X-Location != regsub(req.url, "\?.*$", "")) {
        set req.http.X-Location = req.url;
        return (synth(301));
    }
    unset req.http.X-Location;

    # No page depends on a cookie or on who asks, and no answer is kept that does.
    unset req.http.Cookie;
    unset req.http.Authorization;
    # Images alone have another form for those who take AVIF.
    if (req.url ~ "^/media/" && req.http.Accept ~ "(?i)(^|,)\s*image/avif\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)") {
        set req.http.Accept = "image/avif";
    } else {
        unset req.http.Accept;
    }

    # One of three forms; the portal's `Vary: Accept-Encoding` keeps them apart.
    if (req.http.Accept-Encoding ~ "(?i)(^|,)\s*br\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)") {
        set req.http.Accept-Encoding = "br";
    } elseif (req.http.Accept-Encoding ~ "(?i)(^|,)\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }

    # Addresses have few parameters that count; others change nothing. Answers of interfaces are not stored.
    if (req.url ~ "\?" && (req.url !~ "^/api(/|\?)" || req.url ~ "^/api/feed/")) {
        call known_parameters;
    }
    # Varnish's own rules go on from here: what still had a cookie would not be looked up.
}

# The first of each name, in one order. test/cluster/varnish.test.ts compares this with the portal's own rules
# (src/http/page-key.ts).
sub known_parameters {
    # In front of each parameter the same sign, and one way to write a space.
    set req.http.X-Given = "&" + regsuball(regsub(req.url, "^[^?]*\?", ""), "\+", "%20");
    set req.http.X-Query = "";
    if (req.url ~ "^/search\?") {
        if (req.http.X-Given ~ "&s=") {
            set req.http.X-Query = regsub(req.http.X-Given, "^.*?(&s=[^&]*).*$", "\1");
        }
        # The first page is the one without a number, and so is one that there cannot be.
        if (req.http.X-Given ~ "^.*?&page=0*([2-9]|[1-9][0-9]{1,3})(&|$)") {
            set req.http.X-Query = req.http.X-Query + regsub(req.http.X-Given, "^.*?(&page=)0*([^&]*).*$", "\1\2");
        }
    } elseif (req.url ~ "^/api/feed/") {
        if (req.http.X-Given ~ "&cat=") {
            set req.http.X-Query = regsub(req.http.X-Given, "^.*?(&cat=[^&]*).*$", "\1");
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
    }
    # What a page says after its newsletter form was sent. Files have no form.
    if (req.http.X-Given ~ "&newsletter=(dodany|juz-dodany|blad|zly-email|brak-zgody|zly-email-brak-zgody|potwierdzono)(&|$)"
        && req.url !~ "^/(api|assets|icons|media)/|^[^?]*\.(xml|txt|js|ico|png|svg|webmanifest)\?") {
        set req.http.X-Query = req.http.X-Query
            + regsub(req.http.X-Given, "^.*?(&newsletter=(?:dodany|juz-dodany|blad|zly-email|brak-zgody|zly-email-brak-zgody|potwierdzono))(?:&.*)?$", "\1");
    }
    # Where a page has moved, readers arrive with all that they came with.
    set req.http.X-Dropped-Query = regsub(req.url, "^[^?]*", "");
    set req.url = regsub(req.url, "\?.*$", "") + regsub(req.http.X-Query, "^&", "?");
    unset req.http.X-Given;
    unset req.http.X-Query;
}

# PURGE with keys in `Surrogate-Key` and a bearer token, as PURGE_FORWARD_URL sends it. What has one of the keys is old
# from now on: readers get it while a new one is fetched.
sub purge_keys {
    if (client.ip !~ purgers) {
        return (synth(405));
    }
    set req.http.X-Purge-Token = regsuball(std.fileread("/etc/varnish/purge-token"), "\s", "");
    # A file that is missing or empty lets nobody in.
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
    # A new page that cannot be had leaves the old one in place.
    if (bereq.is_bgfetch && beresp.status >= 500) {
        return (abandon);
    }
    if (beresp.http.Set-Cookie || beresp.status >= 500 || beresp.http.Cache-Control ~ "(?i)no-store|private") {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        return (deliver);
    }
    # What readers can ask for without end has a storage of its own: it pushes out no page.
    if (beresp.status >= 400 || bereq.url ~ "^/search(/|\?|$)" || bereq.url ~ "^/api/feed/.*\?") {
        set beresp.storage = storage.other;
    } else {
        set beresp.storage = storage.pages;
    }
    # "Not there" is believed for its half a minute and never longer: what has just been published is shown.
    if (beresp.status == 404 || beresp.status == 410) {
        set beresp.grace = 0s;
    } else {
        set beresp.grace = 24h;
    }
    # An instance gave its old page while it makes a new one: that is here in a second.
    if (beresp.http.X-Cache == "stale") {
        set beresp.ttl = 1s;
    }
    # Purged by what it shows, and by its path with any query.
    set beresp.http.xkey = beresp.http.Surrogate-Key + " path:" + regsub(bereq.url, "\?.*$", "");
}

sub vcl_backend_error {
    # Readers get an old page by the restart below, when there is one.
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
    # No instance answered, and the probe has not seen it yet: once more, with pages of up to a day.
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
