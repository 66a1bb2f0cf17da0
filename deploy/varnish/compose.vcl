# The site file of compose.yaml, in place of site.vcl: put your own hosts into known_host.

backend portal_a {
    .host = "portal-a";
    .port = "3000";
    .connect_timeout = 1s;
    .first_byte_timeout = 15s;
    .probe = ready;
}

backend portal_b {
    .host = "portal-b";
    .port = "3000";
    .connect_timeout = 1s;
    .first_byte_timeout = 15s;
    .probe = ready;
}

# Who may purge, as well as knowing the token: the portal's own network.
acl purgers {
    "localhost";
    "10.0.0.0"/8;
    "172.16.0.0"/12;
    "192.168.0.0"/16;
}

sub vcl_init {
    new portal = directors.shard();
    portal.add_backend(portal_a);
    portal.add_backend(portal_b);
    portal.reconfigure();
}

# One instance renders a page for all encodings; a second attempt goes to the next one.
sub choose_backend {
    set req.backend_hint = portal.backend(by=KEY, key=portal.key(req.http.Host + regsub(req.url, "\?.*$", "")),
        alt=req.restarts, resolve=NOW);
}

# The hosts of SERVICE_URL_*, with `www.` too, which the portal redirects; the first of them for every other name: one
# copy of a page, whatever names point here.
# To refuse other names instead: return (synth(421)).
sub known_host {
    if (req.http.Host !~ "^(www\.)?(akademia\.szpalta\.test|szpalta\.test|plus\.szpalta\.test|rozrywka\.szpalta\.test|bizblog\.szpalta\.test|autoblog\.szpalta\.test)$") {
        set req.http.Host = "akademia.szpalta.test";
    }
}
