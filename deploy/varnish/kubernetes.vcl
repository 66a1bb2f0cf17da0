# The site file of kubernetes/varnish.yaml, in place of site.vcl: put your own hosts into known_host. A page has one owner
# among the two, so that it is fetched from the portal once.

probe peer {
    .url = "/varnish-is-up";
    .interval = 1s;
    .timeout = 1s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
}

# A Service of Kubernetes each: its IP address stays when a pod is replaced.
backend varnish_0 {
    .host = "szpalta-varnish-0";
    .port = "8081";
    .connect_timeout = 1s;
    .first_byte_timeout = 20s;
    .probe = peer;
}

backend varnish_1 {
    .host = "szpalta-varnish-1";
    .port = "8081";
    .connect_timeout = 1s;
    .first_byte_timeout = 20s;
    .probe = peer;
}

# All instances of the portal.
backend instances {
    .host = "szpalta";
    .port = "80";
    .connect_timeout = 1s;
    .first_byte_timeout = 15s;
    .probe = ready;
}

# Who may purge, as well as knowing the token: the cluster's networks.
acl purgers {
    "localhost";
    "10.0.0.0"/8;
    "172.16.0.0"/12;
    "192.168.0.0"/16;
}

sub vcl_init {
    new peers = directors.shard();
    peers.add_backend(varnish_0);
    peers.add_backend(varnish_1);
    peers.reconfigure();
}

# The socket "peer" is for the other Varnish alone: what comes through it goes to the portal, and never back.
sub choose_backend {
    if (local.socket == "peer") {
        if (req.url == "/varnish-is-up") {
            return (synth(200));
        }
        if (req.restarts == 0) {
            # The other one has added the reader's IP address, and this one has added that of the other one.
            set req.http.X-Forwarded-For = regsub(req.http.X-Forwarded-For, ",[^,]*$", "");
        }
    }
    set req.backend_hint = instances;
    if (local.socket != "peer" && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
        set req.backend_hint = peers.backend(by=KEY, key=peers.key(req.http.Host + regsub(req.url, "\?.*$", "")), resolve=NOW);
        set req.http.X-Owner = regsub(req.backend_hint, "^.*_", "");
        # The name of this one ends in its number; none is healthy while both start.
        if (req.http.X-Owner == regsub(server.identity, "^.*-", "") || !std.healthy(req.backend_hint)) {
            set req.backend_hint = instances;
        }
    }
}

# Purges reach both at once: what came from the other one is kept for as long as it takes a burst of readers.
sub vcl_backend_response {
    if (beresp.backend != instances) {
        set beresp.http.X-From-Peer = "yes";
    }
}

# The hosts of SERVICE_URL_*, with `www.` too, which the portal redirects; the first of them for every other name: one
# copy of a page, whatever names point here.
# To refuse other names instead: return (synth(421)).
sub known_host {
    if (req.http.Host !~ "^(www\.)?(gazeta\.example)$") {
        set req.http.Host = "gazeta.example";
    }
}
