//! Chat, mail, telephony and customer relations.

super::rules! { RULES:
    "slack" "Slack bot, user, app, config, refresh, legacy and workflow tokens"
        "api.slack.com/concepts/token-types"
        ["xoxb-" "xoxp-" "xoxa-" "xoxr-" "xoxs-" "xoxo-" "xoxe-" "xoxe.xox" "xoxc-" "xoxd-"] "" "xox[a-z][.xopb]{0,5}-[A-Za-z0-9%_+/-]{10,400}" Digit;
    "matrix" "Matrix access token of Synapse"
        "spec.matrix.org/latest/client-server-api"
        ["syt_"] "" "syt_[A-Za-z0-9+/=_-]{10,120}" Mixed;
    "matrix-authentication" "Access, compatibility and refresh tokens of the Matrix Authentication Service"
        "element-hq.github.io/matrix-authentication-service"
        ["mat_" "mct_" "mar_"] "" "m[act][tr]_[A-Za-z0-9]{25,40}_[A-Za-z0-9]{6}" Mixed;
    "slack-app" "Slack app-level token"
        "api.slack.com/concepts/token-types#app-level"
        ["xapp-"] "" "xapp-[0-9]{1,2}-[A-Za-z0-9-]{20,200}" Digit;
    "slack-workflow" "Slack workflow token"
        "api.slack.com/concepts/token-types#workflow"
        ["xwfp-"] "" "xwfp-[A-Za-z0-9-]{20,200}" Digit;
    "telegram" "Telegram bot token"
        "core.telegram.org/bots/api#authorizing-your-bot"
        [":AA"] "0-9" "[0-9]{6,16}:AA[A-Za-z0-9_-]{32,36}" Shape;
    "discord-mfa" "Discord token of an account with two factors"
        "discord.com/developers/docs/reference#authentication"
        ["mfa."] "" "mfa\\.[A-Za-z0-9_-]{80,95}" Shape;
    "twilio-key" "Twilio API key"
        "www.twilio.com/docs/iam/api-keys"
        ["SK"] "" "SK[A-Fa-f0-9]{32}" Digit;
    "sendgrid" "SendGrid API key"
        "www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys"
        ["SG."] "" "SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}" Shape;
    "mailchimp" "Mailchimp API key"
        "mailchimp.com/developer/marketing/guides/quick-start"
        ["-us"] "a-f0-9" "[a-f0-9]{32}-us[0-9]{1,2}" Digit;
    "mandrill" "Mandrill API key"
        "mailchimp.com/developer/transactional/guides/quick-start"
        ["md-"] "" "md-[A-Za-z0-9_-]{22}" Mixed;
    "pubnub" "PubNub secret key"
        "www.pubnub.com/docs/general/setup/account-setup"
        ["sec-c-"] "" "sec-c-[A-Za-z0-9+/_-]{40,64}[=]{0,2}" Mixed;
    "twitch-chat" "Twitch OAuth token as chat clients send it"
        "dev.twitch.tv/docs/chat/irc"
        ["oauth:"] "" "oauth:([a-z0-9]{30})" Digit;
    "telnyx" "Telnyx API key"
        "developers.telnyx.com/development/api-fundamentals/authentication"
        ["KEY0"] "" "KEY0[A-F0-9]{31}_[A-Za-z0-9]{20,24}" Mixed;
    "mailgun" "Mailgun private key"
        "documentation.mailgun.com/docs/mailgun/api-reference/mg-auth"
        ["key-"] "" "key-[a-z0-9]{32}" Digit;
    "brevo" "Brevo (Sendinblue) API and SMTP keys"
        "developers.brevo.com/docs/getting-started"
        ["xkeysib-" "xsmtpsib-"] "" "x[a-z]{6,7}-[a-f0-9]{64}-[A-Za-z0-9]{16}" Shape;
    "resend" "Resend API key"
        "resend.com/docs/dashboard/api-keys/introduction"
        ["re_"] "" "re_[A-Za-z0-9]{6,12}_[A-Za-z0-9_]{18,40}" Mixed;
    "mailersend" "MailerSend API token"
        "developers.mailersend.com/general.html"
        ["mlsn."] "" "mlsn\\.[A-Za-z0-9]{30,100}" Digit;
    "hubspot" "HubSpot private app token"
        "developers.hubspot.com/docs/guides/apps/private-apps/overview"
        ["pat-na" "pat-eu"] "" "pat-[a-z]{2}[0-9]{1,2}-[0-9a-fA-F-]{36}" Shape;
    "klaviyo" "Klaviyo private API key"
        "developers.klaviyo.com/en/docs/authenticate_"
        ["pk_"] "" "pk_[a-f0-9]{34}" Digit;
    "onesignal" "OneSignal REST keys"
        "documentation.onesignal.com/docs/keys-and-ids"
        ["os_v2_app_" "os_v2_org_"] "" "os_v2_[a-z]{3}_[a-z0-9]{60,120}" Shape;
    "intercom" "Intercom access token"
        "developers.intercom.com/docs/build-an-integration/learn-more/authentication"
        ["dG9rO"] "" "dG9rO[A-Za-z0-9+/=_-]{40,80}" Mixed;
    "lark" "Lark and Feishu tenant and user tokens"
        "open.larksuite.com/document/server-docs/authentication-management"
        ["t-g" "u-g"] "" "[tu]-g[A-Za-z0-9_.-]{35,60}" Mixed;
    "salesforce" "Salesforce session id and access token"
        "help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_flows.htm"
        ["00D"] "" "00D[A-Za-z0-9]{9,15}![A-Za-z0-9._]{80,120}" Shape;
    "salesforce-refresh" "Salesforce refresh token"
        "help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_refresh_token_flow.htm"
        ["5Aep"] "" "5Aep[A-Za-z0-9._]{80,120}" Mixed;
    "courier" "Courier auth token"
        "www.courier.com/docs/reference/auth/intro"
        ["pk_prod_" "pk_test_"] "" "pk_[a-z]{4}_[A-Z0-9]{28,32}" Digit;
    "adafruit" "Adafruit IO key"
        "io.adafruit.com/api/docs"
        ["aio_"] "" "aio_[A-Za-z0-9]{28}" Digit;
    "hookdeck" "Hookdeck API key"
        "hookdeck.com/docs/api"
        ["hkdk_"] "" "hkdk_[A-Za-z0-9_-]{20,60}" Digit;
    "nylas" "Nylas API key"
        "developer.nylas.com/docs/v3/auth"
        ["nyk_"] "" "nyk_[A-Za-z0-9_]{40,80}" Mixed;
    "pinterest" "Pinterest access token"
        "developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization"
        ["pina_"] "" "pina_[A-Za-z0-9_-]{20,200}" Mixed;
    "gc-notify" "GC Notify API key"
        "documentation.notification.canada.ca/en/start.html"
        ["gcntfy-"] "" "gcntfy-[a-z0-9_]{2,60}-[0-9a-f-]{72,74}" Digit;
}
