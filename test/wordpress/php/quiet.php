<?php
/* A plugin that is always on: nothing is mailed, nobody is asked for updates. */
add_filter('pre_wp_mail', '__return_true');
remove_action('init', 'wp_schedule_update_checks');
remove_action('init', 'wp_version_check');
