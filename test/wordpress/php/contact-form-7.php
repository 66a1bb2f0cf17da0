<?php
/*
 * A stand-in for the plugin Contact Form 7, which Debian does not have: its shortcode's markup and its REST interface, in
 * the shapes that its documentation and its own pages show. It is not the plugin.
 */
add_shortcode('contact-form-7', function ($attributes) {
    $id = (int) $attributes['id'];
    $post = get_the_ID();
    $tag = "wpcf7-f$id-p$post-o1";
    $file = $id === 9 ? '<p><label>Plik<br /><span class="wpcf7-form-control-wrap" data-name="plik"><input size="40" class="wpcf7-form-control wpcf7-file" type="file" name="plik" /></span></label></p>' : '';
    return "<div class=\"wpcf7 no-js\" id=\"$tag\" lang=\"pl-PL\" dir=\"ltr\">
<div class=\"screen-reader-response\"><p role=\"status\" aria-live=\"polite\" aria-atomic=\"true\"></p> <ul></ul></div>
<form action=\"/#$tag\" method=\"post\" class=\"wpcf7-form init\" aria-label=\"Formularz\" novalidate=\"novalidate\" data-status=\"init\">
<div style=\"display: none;\">
<input type=\"hidden\" name=\"_wpcf7\" value=\"$id\" />
<input type=\"hidden\" name=\"_wpcf7_version\" value=\"5.7.2\" />
<input type=\"hidden\" name=\"_wpcf7_locale\" value=\"pl_PL\" />
<input type=\"hidden\" name=\"_wpcf7_unit_tag\" value=\"$tag\" />
<input type=\"hidden\" name=\"_wpcf7_container_post\" value=\"$post\" />
<input type=\"hidden\" name=\"_wpcf7_posted_data_hash\" value=\"\" />
</div>
<p>Napisz do nas.</p>
<p><label> Imię i nazwisko<br />
<span class=\"wpcf7-form-control-wrap\" data-name=\"your-name\"><input size=\"40\" class=\"wpcf7-form-control wpcf7-text wpcf7-validates-as-required\" aria-required=\"true\" aria-invalid=\"false\" value=\"\" type=\"text\" name=\"your-name\" /></span> </label></p>
<p><label> Adres e-mail<br />
<span class=\"wpcf7-form-control-wrap\" data-name=\"your-email\"><input size=\"40\" class=\"wpcf7-form-control wpcf7-email wpcf7-validates-as-required wpcf7-text wpcf7-validates-as-email\" aria-required=\"true\" aria-invalid=\"false\" value=\"\" type=\"email\" name=\"your-email\" /></span> </label></p>
<p><label>Dzień<br /><span class=\"wpcf7-form-control-wrap\" data-name=\"dzien\"><input class=\"wpcf7-form-control wpcf7-date\" min=\"2026-01-01\" value=\"\" type=\"date\" name=\"dzien\" /></span></label></p>
<p><label>Dział<br /><span class=\"wpcf7-form-control-wrap\" data-name=\"dzial\"><select class=\"wpcf7-form-control wpcf7-select\" aria-invalid=\"false\" name=\"dzial\"><option value=\"Redakcja\">Redakcja</option><option value=\"Reklama\">Reklama</option></select></span></label></p>
<p>Tematy<br /><span class=\"wpcf7-form-control-wrap\" data-name=\"tematy\"><span class=\"wpcf7-form-control wpcf7-checkbox\"><span class=\"wpcf7-list-item first\"><input type=\"checkbox\" name=\"tematy[]\" value=\"Kursy\" /><span class=\"wpcf7-list-item-label\">Kursy</span></span><span class=\"wpcf7-list-item last\"><input type=\"checkbox\" name=\"tematy[]\" value=\"Prawo\" /><span class=\"wpcf7-list-item-label\">Prawo</span></span></span></span></p>
<p><label> Wiadomość<br />
<span class=\"wpcf7-form-control-wrap\" data-name=\"your-message\"><textarea cols=\"40\" rows=\"10\" class=\"wpcf7-form-control wpcf7-textarea\" aria-invalid=\"false\" name=\"your-message\"></textarea></span> </label></p>
<p><span class=\"wpcf7-form-control-wrap\" data-name=\"zgoda\"><span class=\"wpcf7-form-control wpcf7-acceptance\"><span class=\"wpcf7-list-item\"><label><input type=\"checkbox\" name=\"zgoda\" value=\"1\" aria-invalid=\"false\" /><span class=\"wpcf7-list-item-label\">Zgadzam się na kontakt.</span></label></span></span></span></p>
$file
<p><input class=\"wpcf7-form-control has-spinner wpcf7-submit\" type=\"submit\" value=\"Wyślij wiadomość\" /></p>
<div class=\"wpcf7-response-output\" aria-hidden=\"true\"></div>
</form>
</div>";
});

add_action('rest_api_init', function () {
    register_rest_route('contact-form-7/v1', '/contact-forms/(?P<id>\d+)/feedback', [
        'methods' => 'POST',
        'permission_callback' => '__return_true',
        'callback' => function ($request) {
            if (strpos($request->get_content_type()['value'] ?? '', 'multipart/form-data') !== 0) {
                return new WP_Error('wpcf7_unsupported_media_type', 'The request payload format is not supported.', ['status' => 415]);
            }
            $sent = $request->get_body_params();
            $invalid = [];
            foreach (['your-name', 'your-email'] as $field) {
                if (($sent[$field] ?? '') === '') {
                    $invalid[] = ['field' => $field, 'message' => 'Wypełnij to <b>pole</b>.', 'idref' => null, 'error_id' => "-ve-$field"];
                }
            }
            $status = $invalid ? 'validation_failed' : (empty($sent['zgoda']) ? 'acceptance_missing' : 'mail_sent');
            if (strpos($sent['your-message'] ?? '', 'spam') !== false) $status = 'spam';
            update_option('formularz_przyjety', wp_json_encode($sent));
            $messages = ['mail_sent' => 'Dziękujemy za wiadomość.', 'validation_failed' => 'Niektóre pola są błędne.',
                'acceptance_missing' => 'Musisz wyrazić zgodę.', 'spam' => 'Nie udało się wysłać wiadomości.'];
            return ['contact_form_id' => (int) $request['id'], 'status' => $status, 'message' => $messages[$status],
                'posted_data_hash' => '', 'into' => '#' . $sent['_wpcf7_unit_tag'], 'invalid_fields' => $invalid];
        },
    ]);
    register_rest_route('test/v1', '/form', ['methods' => 'GET', 'permission_callback' => '__return_true',
        'callback' => fn () => json_decode(get_option('formularz_przyjety', 'null'))]);
});
