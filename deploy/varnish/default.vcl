vcl 4.1;

# Varnish 7 in front of two instances of the portal. Needs xkey of varnish-modules, and `-p http_gzip_support=off`: the
# portal compresses by itself, brotli included, which Varnish knows nothing of (deploy/README.md). Tested by
# test/cluster/varnish.test.ts as it stands here, but for ports and the token's file.

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

backend portal_a {
    .host = "127.0.0.1";
    .port = "3000";
    .connect_timeout = 1s;
    .first_byte_timeout = 15s;
    .probe = ready;
}

backend portal_b {
    .host = "127.0.0.1";
    .port = "3001";
    .connect_timeout = 1s;
    .first_byte_timeout = 15s;
    .probe = ready;
}

# Who may purge, beside knowing the token: the portal's own network.
acl purgers {
    "localhost";
    "10.0.0.0"/8;
    "172.16.0.0"/12;
    "192.168.0.0"/16;
}

sub vcl_init {
    new portal = directors.round_robin();
    portal.add_backend(portal_a);
    portal.add_backend(portal_b);
}

sub vcl_recv {
    set req.backend_hint = portal.backend();
    set req.http.Host = std.tolower(regsub(req.http.Host, ":[0-9]+$", ""));
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
    if (req.http.Authorization || req.url ~ "^/(ops|metrics|healthz|readyz|version|api/sare|newsletter/potwierdz)(/|\?|$)") {
        return (pass);
    }

    # No page depends on a cookie, and none is kept.
    unset req.http.Cookie;

    # One of three forms; the portal's `Vary: Accept-Encoding` keeps them apart.
    if (req.http.Accept-Encoding ~ "(?i)(^|,)\s*br\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)") {
        set req.http.Accept-Encoding = "br";
    } elseif (req.http.Accept-Encoding ~ "(?i)(^|,)\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }

    # Pages have few parameters (src/http/edge.ts); others change nothing, and fill the cache here as little as there.
    # Files and interfaces keep theirs.
    if (req.url ~ "\?" && (req.url !~ "^/(assets|media|api)(/|\?|$)" || req.url ~ "^/api/feed(/|\?|$)")) {
        call keep_known_parameters;
    }
    # Varnish's own rules go on from here: what still had a cookie would not be looked up.
}

# The first of each name, in one order.
sub keep_known_parameters {
    set req.http.X-Query = "";
    if (req.url ~ "[?&]s=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?(s=[^&]*).*$", "&\1");
    }
    if (req.url ~ "[?&]page=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?(page=[^&]*).*$", "&\1");
    }
    if (req.url ~ "[?&]cat=") {
        set req.http.X-Query = req.http.X-Query + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?(cat=[^&]*).*$", "&\1");
    }
    # What a page says after its newsletter form was sent.
    if (req.url ~ "[?&]newsletter=(dodany|juz-dodany|blad|zly-email|brak-zgody|zly-email-brak-zgody|potwierdzono)(&|$)") {
        set req.http.X-Query = req.http.X-Query
            + regsub(req.url, "^[^?]*\?(?:[^&]*&)*?(newsletter=(?:dodany|juz-dodany|blad|zly-email|brak-zgody|zly-email-brak-zgody|potwierdzono))(?:&.*)?$", "&\1");
    }
    set req.url = regsub(req.url, "\?.*$", "") + regsub(req.http.X-Query, "^&", "?");
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

sub vcl_deliver {
    # No instance answered, and the probe has not seen it yet: once more, with pages of up to a day.
    if (resp.status == 503 && resp.http.X-Varnish-Error && req.restarts == 0 && req.method ~ "^(GET|HEAD)$") {
        return (restart);
    }
    unset resp.http.xkey;
    unset resp.http.X-Varnish-Error;
    if (obj.hits > 0) {
        set resp.http.X-Proxy-Cache = "hit";
    } else {
        set resp.http.X-Proxy-Cache = "miss";
    }
}
