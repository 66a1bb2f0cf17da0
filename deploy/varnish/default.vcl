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
# Written by `npm run varnish`: how a URL is spelt.
include "./spelling.vcl";
# Written by `npm run varnish`: which parameters count.
include "./parameters.vcl";

sub vcl_recv {
    # A target in absolute form is the portal's to refuse (VSV00018): what got here as one is none of this site's.
    if (req.url !~ "^/" && !(req.url == "*" && req.method == "OPTIONS")) {
        return (synth(400));
    }
    set req.http.Host = regsub(std.tolower(regsub(req.http.Host, ":[0-9]*$", "")), "\.$", "");
    # A client must not speak for this file.
    if (req.restarts == 0) {
        unset req.http.X-Location;
        unset req.http.X-Whole;
        unset req.http.X-Whole-Query;
        unset req.http.X-Retried;
        unset req.http.X-Storage;
    }
    unset req.http.X-Purge-Token;
    call choose_backend;

    if (req.method == "PURGE") {
        call purge_keys;
    }
    if (req.method !~ "^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$" || req.http.Upgrade ~ "(?i)websocket") {
        return (synth(405));
    }

    # Part of the key: HTTPS pages carry HSTS, and HTTP ones may redirect. Only the TLS terminator in front may set it.
    set req.http.X-Forwarded-Proto = std.tolower(regsub(req.http.X-Forwarded-Proto, "^\s*([^,]*?)\s*(,.*)?$", "\1"));
    if (req.http.X-Forwarded-Proto !~ "^https?$") {
        unset req.http.X-Forwarded-Proto;
    }

    # Stale pages for ten minutes during a fetch, for a day while no instance is up.
    if (req.http.X-Retried || !std.healthy(req.backend_hint)) {
        set req.grace = 24h;
    } else {
        set req.grace = 600s;
    }

    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    set req.http.X-Path = regsub(req.url, "\?.*$", "");
    call pass_unshared;
    # What the portal refuses quickly; no response is stored.
    if (req.http.X-Path ~ "(?i)^//|/(\.|%2e){1,2}(/|$)" || req.url ~ "%00|^.{2049}") {
        return (pass);
    }
    call known_host;

    # Pages do not depend on cookies or credentials; responses that do are not stored.
    unset req.http.Cookie;
    unset req.http.Authorization;
    # The portal goes by tags alone (CACHE-12); Varnish would compare with the time at which it stored the page.
    unset req.http.If-Modified-Since;
    # Only images vary by AVIF support.
    if (req.url ~ "^/media/" && req.http.Accept ~ "(?i)(^|,)\s*image/avif\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)") {
        set req.http.Accept = "image/avif";
    } elseif (req.http.Accept ~ "(?i)(^|,)\s*text/markdown\s*(,|$)") {
        # Articles as Markdown, apart from the pages that readers get (vcl_hash), and from what is stored of them.
        set req.http.Accept = "text/markdown";
        set req.http.X-Storage = "other";
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

    # Set by vcl_deliver: this response depends on the whole query.
    if (req.http.X-Whole == "yes") {
        set req.url = req.http.X-Path + req.http.X-Whole-Query;
        set req.http.X-Storage = "other";
        return (hash);
    }

    # Other spellings of a path redirect to the stored one, as in the portal.
    set req.http.X-Whole-Query = regsub(req.url, "^[^?]*", "");
    call plain_spelling;
    set req.http.X-Location = regsuball(regsub(req.url, "\?.*$", ""), "/{2,}", "/");
    if (req.http.X-Location != req.http.X-Path) {
        set req.http.X-Location = req.http.X-Location + req.http.X-Whole-Query;
        return (synth(301));
    }
    unset req.http.X-Location;

    # Few parameters count in a URL; the others change nothing (parameters.vcl).
    if (req.url ~ "\?") {
        call plain_query;
        call count_parameters;
        # Redirects need the whole query, as it was sent. Nothing was dropped where it has no more than what counts.
        if (req.http.X-Given == regsuball(req.http.X-Query, "&amp(?=&|$)", "&amp=")) {
            unset req.http.X-Whole-Query;
        }
        set req.url = req.http.X-Path + regsub(req.http.X-Query, "^&", "?");
        unset req.http.X-Given;
        unset req.http.X-Query;
    } else {
        unset req.http.X-Whole-Query;
    }
    # Varnish's built-in rules follow: they skip the look-up of requests with a cookie.
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
    if (req.http.Accept == "text/markdown") {
        hash_data(req.http.Accept);
    }
    return (lookup);
}

sub vcl_backend_response {
    # A failed fetch leaves the old page in place.
    if (bereq.is_bgfetch && beresp.status >= 500) {
        return (abandon);
    }
    # Chosen by Accept, which is part of the hash here: other caches may not store it, so it says "private".
    if (bereq.http.Accept == "text/markdown" && beresp.status == 200 && beresp.http.Content-Location ~ "\.md$") {
        set beresp.storage = storage.other;
        set beresp.grace = 600s;
        if (beresp.http.X-Cache == "stale") {
            set beresp.ttl = 1s;
        } else {
            set beresp.ttl = 60s;
        }
        set beresp.http.xkey = beresp.http.Surrogate-Key + " path:" + regsub(bereq.url, "\?.*$", "");
        return (deliver);
    }
    if (beresp.http.Set-Cookie || beresp.status >= 500 || beresp.http.Cache-Control ~ "(?i)no-store|no-cache|private") {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        return (deliver);
    }
    # A recording of hours would evict every page: it is streamed, and ranges of it come from the portal.
    if (std.integer(beresp.http.Content-Length, 0) > 8388608) {
        return (pass(120s));
    }
    # Varnish adds ranges to everything; pages have none, because their parts are never asked for.
    if (beresp.http.Accept-Ranges) {
        set beresp.http.X-Ranges = beresp.http.Accept-Ranges;
    }
    # Unbounded cache keys have a storage of their own, so they evict no page.
    if (beresp.status >= 300 || bereq.http.X-Storage == "other" || bereq.url ~ "^/search(/|$)" || beresp.http.Vary ~ "(?i)origin") {
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
    # What caches that are purged may keep; for browsers there is Cache-Control.
    if (beresp.http.Surrogate-Control ~ "(^|[, ])max-age=[0-9]+") {
        set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^(?:.*[, ])?max-age=([0-9]+).*$", "\1s"), 60s);
    }
    # The instance sent a stale page during its refresh: fetch again in a second.
    if (beresp.http.X-Cache == "stale") {
        set beresp.ttl = 1s;
    }
    # The other Varnish is its owner (kubernetes.vcl).
    if (beresp.http.X-From-Peer) {
        set beresp.ttl = 1s;
        set beresp.grace = 2s;
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
    if (resp.status == 503 && resp.http.X-Varnish-Error && !req.http.X-Retried && req.method ~ "^(GET|HEAD)$") {
        set req.http.X-Retried = "yes";
        return (restart);
    }
    # A redirect may repeat the reader's query, and the operator's table may have rows for it: fetched with all of it.
    if (req.http.X-Whole-Query && !req.http.X-Whole && (resp.http.X-Query || (resp.status >= 301 && resp.status <= 308 && resp.http.Location))) {
        set req.http.X-Whole = "yes";
        return (restart);
    }
    # No instance is up: rather the redirect that there is.
    if (resp.status == 503 && resp.http.X-Varnish-Error && req.http.X-Whole == "yes") {
        set req.http.X-Whole = "failed";
        set req.url = req.http.X-Path + req.http.X-Whole-Query;
        return (restart);
    }
    # The portal's tags in any list, and "*" (RFC 9110, 13.1.2): Varnish compares one.
    if (req.http.If-None-Match == "*" || (resp.http.ETag && std.strstr(req.http.If-None-Match, regsub(resp.http.ETag, "^W/", "")))) {
        set req.http.If-None-Match = resp.http.ETag;
    }
    if (!resp.http.X-Ranges && resp.status != 206 && resp.status != 416) {
        unset req.http.Range;
        unset resp.http.Accept-Ranges;
    }
    # The time here is not taken from browsers: a purge would have ended it.
    if (resp.http.Surrogate-Control) {
        unset resp.http.Age;
    }
    unset resp.http.Surrogate-Control;
    unset resp.http.CDN-Cache-Control;
    unset resp.http.X-Ranges;
    unset resp.http.X-From-Peer;
    unset resp.http.X-Query;
    unset resp.http.xkey;
    unset resp.http.X-Varnish-Error;
    if (obj.hits > 0) {
        set resp.http.X-Proxy-Cache = "hit";
    } else {
        set resp.http.X-Proxy-Cache = "miss";
    }
}
