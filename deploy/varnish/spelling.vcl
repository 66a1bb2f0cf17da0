# Written by `npm run varnish` from src/edge/page-cache/vcl.ts: change that. Included by default.vcl.
# VCL cannot compute a character, so each has a line; URLs without an escape cost two comparisons.

# One spelling for equivalent URLs (RFC 3986, 6.2.2): no needless escapes, and escapes in capitals.
sub plain_spelling {
    if (req.url ~ "(?i)%(2[DE]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])") {
        set req.url = regsuball(req.url, {"(?i)%2D"}, "-");
        set req.url = regsuball(req.url, {"(?i)%2E"}, ".");
        set req.url = regsuball(req.url, {"(?i)%5F"}, "_");
        set req.url = regsuball(req.url, {"(?i)%7E"}, "~");
        set req.url = regsuball(req.url, {"(?i)%30"}, "0");
        set req.url = regsuball(req.url, {"(?i)%31"}, "1");
        set req.url = regsuball(req.url, {"(?i)%32"}, "2");
        set req.url = regsuball(req.url, {"(?i)%33"}, "3");
        set req.url = regsuball(req.url, {"(?i)%34"}, "4");
        set req.url = regsuball(req.url, {"(?i)%35"}, "5");
        set req.url = regsuball(req.url, {"(?i)%36"}, "6");
        set req.url = regsuball(req.url, {"(?i)%37"}, "7");
        set req.url = regsuball(req.url, {"(?i)%38"}, "8");
        set req.url = regsuball(req.url, {"(?i)%39"}, "9");
        set req.url = regsuball(req.url, {"(?i)%41"}, "A");
        set req.url = regsuball(req.url, {"(?i)%42"}, "B");
        set req.url = regsuball(req.url, {"(?i)%43"}, "C");
        set req.url = regsuball(req.url, {"(?i)%44"}, "D");
        set req.url = regsuball(req.url, {"(?i)%45"}, "E");
        set req.url = regsuball(req.url, {"(?i)%46"}, "F");
        set req.url = regsuball(req.url, {"(?i)%47"}, "G");
        set req.url = regsuball(req.url, {"(?i)%48"}, "H");
        set req.url = regsuball(req.url, {"(?i)%49"}, "I");
        set req.url = regsuball(req.url, {"(?i)%4A"}, "J");
        set req.url = regsuball(req.url, {"(?i)%4B"}, "K");
        set req.url = regsuball(req.url, {"(?i)%4C"}, "L");
        set req.url = regsuball(req.url, {"(?i)%4D"}, "M");
        set req.url = regsuball(req.url, {"(?i)%4E"}, "N");
        set req.url = regsuball(req.url, {"(?i)%4F"}, "O");
        set req.url = regsuball(req.url, {"(?i)%50"}, "P");
        set req.url = regsuball(req.url, {"(?i)%51"}, "Q");
        set req.url = regsuball(req.url, {"(?i)%52"}, "R");
        set req.url = regsuball(req.url, {"(?i)%53"}, "S");
        set req.url = regsuball(req.url, {"(?i)%54"}, "T");
        set req.url = regsuball(req.url, {"(?i)%55"}, "U");
        set req.url = regsuball(req.url, {"(?i)%56"}, "V");
        set req.url = regsuball(req.url, {"(?i)%57"}, "W");
        set req.url = regsuball(req.url, {"(?i)%58"}, "X");
        set req.url = regsuball(req.url, {"(?i)%59"}, "Y");
        set req.url = regsuball(req.url, {"(?i)%5A"}, "Z");
        set req.url = regsuball(req.url, {"(?i)%61"}, "a");
        set req.url = regsuball(req.url, {"(?i)%62"}, "b");
        set req.url = regsuball(req.url, {"(?i)%63"}, "c");
        set req.url = regsuball(req.url, {"(?i)%64"}, "d");
        set req.url = regsuball(req.url, {"(?i)%65"}, "e");
        set req.url = regsuball(req.url, {"(?i)%66"}, "f");
        set req.url = regsuball(req.url, {"(?i)%67"}, "g");
        set req.url = regsuball(req.url, {"(?i)%68"}, "h");
        set req.url = regsuball(req.url, {"(?i)%69"}, "i");
        set req.url = regsuball(req.url, {"(?i)%6A"}, "j");
        set req.url = regsuball(req.url, {"(?i)%6B"}, "k");
        set req.url = regsuball(req.url, {"(?i)%6C"}, "l");
        set req.url = regsuball(req.url, {"(?i)%6D"}, "m");
        set req.url = regsuball(req.url, {"(?i)%6E"}, "n");
        set req.url = regsuball(req.url, {"(?i)%6F"}, "o");
        set req.url = regsuball(req.url, {"(?i)%70"}, "p");
        set req.url = regsuball(req.url, {"(?i)%71"}, "q");
        set req.url = regsuball(req.url, {"(?i)%72"}, "r");
        set req.url = regsuball(req.url, {"(?i)%73"}, "s");
        set req.url = regsuball(req.url, {"(?i)%74"}, "t");
        set req.url = regsuball(req.url, {"(?i)%75"}, "u");
        set req.url = regsuball(req.url, {"(?i)%76"}, "v");
        set req.url = regsuball(req.url, {"(?i)%77"}, "w");
        set req.url = regsuball(req.url, {"(?i)%78"}, "x");
        set req.url = regsuball(req.url, {"(?i)%79"}, "y");
        set req.url = regsuball(req.url, {"(?i)%7A"}, "z");
    }
    if (req.url ~ "%([a-f][0-9A-Fa-f]|[0-9A-F][a-f])") {
        set req.url = regsuball(req.url, {"%a([0-9A-Fa-f])"}, "%A\1");
        set req.url = regsuball(req.url, {"%([0-9A-Fa-f])a"}, "%\1A");
        set req.url = regsuball(req.url, {"%b([0-9A-Fa-f])"}, "%B\1");
        set req.url = regsuball(req.url, {"%([0-9A-Fa-f])b"}, "%\1B");
        set req.url = regsuball(req.url, {"%c([0-9A-Fa-f])"}, "%C\1");
        set req.url = regsuball(req.url, {"%([0-9A-Fa-f])c"}, "%\1C");
        set req.url = regsuball(req.url, {"%d([0-9A-Fa-f])"}, "%D\1");
        set req.url = regsuball(req.url, {"%([0-9A-Fa-f])d"}, "%\1D");
        set req.url = regsuball(req.url, {"%e([0-9A-Fa-f])"}, "%E\1");
        set req.url = regsuball(req.url, {"%([0-9A-Fa-f])e"}, "%\1E");
        set req.url = regsuball(req.url, {"%f([0-9A-Fa-f])"}, "%F\1");
        set req.url = regsuball(req.url, {"%([0-9A-Fa-f])f"}, "%\1F");
    }
}

# The values of a query as JavaScript's encodeURIComponent writes them, and a "=" after each name.
sub plain_query {
    set req.http.X-Given = "&" + regsub(req.url, "^[^?]*\?", "");
    set req.http.X-Given = regsuball(req.http.X-Given, {"\+"}, "%20");
    set req.http.X-Given = regsuball(req.http.X-Given, {"%(?![0-9A-F]{2})"}, "%25");
    if (req.http.X-Given ~ "%2[1789A]") {
        set req.http.X-Given = regsuball(req.http.X-Given, {"%21"}, "!");
        set req.http.X-Given = regsuball(req.http.X-Given, {"%27"}, "'");
        set req.http.X-Given = regsuball(req.http.X-Given, {"%28"}, "(");
        set req.http.X-Given = regsuball(req.http.X-Given, {"%29"}, ")");
        set req.http.X-Given = regsuball(req.http.X-Given, {"%2A"}, "*");
    }
    if (req.http.X-Given ~ {"[^A-Za-z0-9_.~!*'()%&=-]"}) {
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x22"}, "%22");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x23"}, "%23");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x24"}, "%24");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x2C"}, "%2C");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x2F"}, "%2F");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x3A"}, "%3A");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x3B"}, "%3B");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x3C"}, "%3C");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x3E"}, "%3E");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x3F"}, "%3F");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x40"}, "%40");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x5B"}, "%5B");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x5C"}, "%5C");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x5D"}, "%5D");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x5E"}, "%5E");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x60"}, "%60");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x7B"}, "%7B");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x7C"}, "%7C");
        set req.http.X-Given = regsuball(req.http.X-Given, {"\x7D"}, "%7D");
    }
    # The first "=" of each parameter is a ";" meanwhile: no other is left.
    set req.http.X-Given = regsuball(req.http.X-Given, {"&([^&=]+)(?=&|$)"}, "&\1=");
    set req.http.X-Given = regsuball(req.http.X-Given, {"&([^&=]*)="}, "&\1;");
    set req.http.X-Given = regsuball(req.http.X-Given, {"="}, "%3D");
    set req.http.X-Given = regsuball(req.http.X-Given, {";"}, "=");
}
