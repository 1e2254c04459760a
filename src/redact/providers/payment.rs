//! Payment, commerce, banking and chains.

super::rules! { RULES:
    "stripe" "Stripe and Clerk secret and restricted keys, live and test"
        "docs.stripe.com/keys"
        ["sk_live_" "sk_test_" "rk_live_" "rk_test_" "sk_prod_" "rk_prod_" "sk_org_"] "" "[sr]k_[a-z]{3,4}_[A-Za-z0-9_]{16,260}" Digit;
    "webhook-secret" "Stripe, Clerk, Svix and Resend webhook secrets"
        "docs.stripe.com/webhooks"
        ["whsec_"] "" "whsec_[A-Za-z0-9+/]{24,80}[=]{0,2}" Shape;
    "stripe-ephemeral" "Stripe ephemeral key"
        "docs.stripe.com/api/ephemeral_keys"
        ["ek_live_" "ek_test_"] "" "ek_[a-z]{4}_[A-Za-z0-9_]{40,300}" Digit;
    "stripe-cli" "Stripe CLI and connected account tokens"
        "docs.stripe.com/connect/oauth-reference"
        ["acct_"] "" "acct_[A-Za-z0-9]{16}_secret_([A-Za-z0-9]{20,80})" Shape;
    "stripe-client-secret" "Stripe client secret of an intent"
        "docs.stripe.com/api/payment_intents/object"
        ["_secret_"] "A-Za-z0-9_" "[a-z]{2,6}_[A-Za-z0-9]{16,40}_secret_([A-Za-z0-9]{20,80})" Digit;
    "square" "Square access token"
        "developer.squareup.com/docs/build-basics/access-tokens"
        ["EAAA"] "" "EAAA[A-Za-z0-9_-]{60,64}" Mixed;
    "square-oauth" "Square OAuth secret and older access token"
        "developer.squareup.com/docs/oauth-api/overview"
        ["sq0csp-" "sq0atp-" "sq0idb-"] "" "sq0[a-z]{3}-[A-Za-z0-9_-]{22,64}" Shape;
    "paypal-braintree" "PayPal Braintree access token"
        "developer.paypal.com/braintree/docs/guides/extend/oauth/access-tokens"
        ["access_token$"] "" "access_token\\$[a-z]{7,10}\\$[a-z0-9]{16}\\$[a-f0-9]{32}" Shape;
    "adyen" "Adyen API key"
        "docs.adyen.com/development-resources/api-credentials"
        ["AQE"] "" "AQE[A-Za-z0-9+/_-]{30,160}\\.[A-Za-z0-9+/_-]{40,60}[=-][A-Za-z0-9+/=_-]{0,80}" Mixed;
    "adyen-client" "Adyen API key with its parts joined by hyphens"
        "docs.adyen.com/development-resources/api-credentials"
        ["AQE"] "" "AQE[A-Za-z0-9+/]{40,200}[=]{0,2}-[A-Za-z0-9+/]{40,60}[=]{0,2}-[!#%&(-~]{16}" Mixed;
    "paypal-access" "PayPal access token"
        "developer.paypal.com/api/rest/authentication"
        ["A21AA"] "" "A21AA[A-Za-z0-9_-]{60,120}" Full;
    "shopify" "Shopify access, custom app, private app, shared secret and partner tokens"
        "shopify.dev/docs/apps/build/authentication-authorization"
        ["shpat_" "shpca_" "shppa_" "shpss_" "shptka_" "shpua_" "shpct_" "shprt_"] "" "shp[a-z]{2,3}_[A-Fa-f0-9]{32,64}" Digit;
    "shopify-theme" "Shopify theme access and CLI tokens"
        "shopify.dev/docs/storefronts/themes/tools/theme-access"
        ["shptka_" "atkn_" "prtapi_"] "" "[a-z]{4,6}_[A-Za-z0-9_.-]{24,400}" Digit;
    "easypost" "EasyPost API keys"
        "docs.easypost.com/docs/authentication"
        ["EZAK" "EZTK"] "" "EZ[AT]K[A-Za-z0-9]{54}" Digit;
    "shippo" "Shippo API token"
        "docs.goshippo.com/docs/guides_general/authentication"
        ["shippo_live_" "shippo_test_"] "" "shippo_[a-z]{4}_[a-f0-9]{40}" Digit;
    "plaid" "Plaid access token"
        "plaid.com/docs/api/items"
        ["access-production-" "access-sandbox-" "access-development-"] "" "access-[a-z]{7,11}-[0-9a-f-]{36}" Digit;
    "plaid-public" "Plaid public, link and processor tokens"
        "plaid.com/docs/api/link"
        ["link-production-" "link-sandbox-" "public-production-" "public-sandbox-" "processor-production-" "processor-sandbox-"] ""
        "[a-z]{4,9}-[a-z]{7,11}-[0-9a-f-]{36}" Digit;
    "flutterwave" "Flutterwave secret key"
        "developer.flutterwave.com/docs/authentication"
        ["FLWSECK"] "" "FLWSECK[_TEST]{0,5}-[a-zA-Z0-9]{12,40}-X" Shape;
    "razorpay" "Razorpay key"
        "razorpay.com/docs/payments/dashboard/account-settings/api-keys"
        ["rzp_live_" "rzp_test_"] "" "rzp_[a-z]{4}_[A-Za-z0-9]{14,24}" Shape;
    "duffel" "Duffel access token"
        "duffel.com/docs/api/overview/making-requests"
        ["duffel_live_" "duffel_test_"] "" "duffel_[a-z]{4}_[A-Za-z0-9_=-]{40,64}" Shape;
    "mollie" "Mollie API keys, live and test"
        "docs.mollie.com/reference/authentication"
        ["test_" "live_"] "" "[testliv]{4}_[A-Za-z0-9]{30,40}" Mixed;
    "gocardless" "GoCardless access token"
        "developer.gocardless.com/getting-started/api/making-your-first-request"
        ["live_" "sandbox_"] "" "[a-z]{4,7}_[A-Za-z0-9_=-]{40}" Mixed;
    "lob" "Lob API key"
        "docs.lob.com/#tag/Authentication"
        ["live_" "test_"] "" "[a-z]{4}_[a-f0-9]{35}" Digit;
    "paddle" "Paddle API key"
        "developer.paddle.com/api-reference/about/authentication"
        ["pdl_live_apikey_" "pdl_sdbx_apikey_" "pdl_ntfset_"] "" "pdl_[a-z]{4,6}_[A-Za-z0-9_]{34,90}" Digit;
    "polar" "Polar access tokens"
        "docs.polar.sh/api-reference/introduction"
        ["polar_oat_" "polar_pat_" "polar_rst_" "polar_at_" "polar_rt_"] "" "polar_[a-z]{2,4}_[A-Za-z0-9_-]{30,80}" Digit;
    "woocommerce" "WooCommerce REST consumer key and secret"
        "woocommerce.github.io/woocommerce-rest-api-docs/#authentication"
        ["ck_" "cs_"] "" "c[ks]_[a-f0-9]{40}" Digit;
    "checkout" "Checkout.com secret key"
        "www.checkout.com/docs/developer-resources/api/api-authentication"
        ["sk_sbox_"] "" "sk_sbox_[a-z0-9*]{26,32}[#=]{0,1}" Digit;
    "secret-prod" "Secrets that name their environment, as Increase and Modern Treasury have them"
        "docs.moderntreasury.com/platform/reference/authentication"
        ["secret_prod_" "secret_sandbox_"] "" "secret_[a-z]{4,7}_[A-Za-z0-9_-]{20,64}" Digit;
    "facebook" "Meta access token"
        "developers.facebook.com/docs/facebook-login/guides/access-tokens"
        ["EAA"] "" "EAA[A-Za-z0-9]{90,300}" Mixed;
    "instagram" "Instagram access token"
        "developers.facebook.com/docs/instagram-platform"
        ["IGAA" "IGQV"] "" "IG[AQ][AV][A-Za-z0-9_-]{90,300}" Mixed;
    "twitter-bearer" "X bearer token"
        "docs.x.com/fundamentals/authentication/oauth-2-0/bearer-tokens"
        ["AAAAAAAAAAAAAAAAAAAAA"] "" "AAAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%_-]{40,160}" Mixed;
    "bip32" "Extended private keys of BIP 32"
        "github.com/bitcoin/bips/blob/master/bip-0032.mediawiki"
        ["xprv9s21ZrQH" "xprv" "tprv8Z"] "" "[xt]prv[1-9A-HJ-NP-Za-km-z]{100,112}" Shape;
    "nostr" "Nostr secret key"
        "github.com/nostr-protocol/nips/blob/master/19.md"
        ["nsec1"] "" "nsec1[02-9ac-hj-np-z]{58}" Shape;
    "sui-private-key" "Sui private key"
        "docs.sui.io/concepts/cryptography/transaction-auth/keys-addresses"
        ["suiprivkey1"] "" "suiprivkey1[02-9ac-hj-np-z]{50,70}" Shape;
    "flutterwave-test" "Flutterwave test secret key"
        "developer.flutterwave.com/docs/authentication"
        ["FLWSECK_TEST-"] "" "FLWSECK_TEST-[A-Za-z0-9]{12,40}" Digit;
    "xendit" "Xendit secret and public keys"
        "docs.xendit.co/docs/api-keys"
        ["xnd_production_" "xnd_development_"] "" "xnd_[a-z]{10,11}_[A-Za-z0-9]{40,90}" Digit;
    "mercadopago" "Mercado Pago access token, production and test"
        "www.mercadopago.com/developers/en/docs/your-integrations/credentials"
        ["APP_USR-" "TEST-"] "" "[APSURET_]{4,7}-[0-9]{12,20}-[0-9]{6}-[a-f0-9]{32}-[0-9]{6,12}" Shape;
    "iyzico" "iyzico sandbox keys"
        "docs.iyzico.com/en/getting-started/preliminaries/authentication"
        ["sandbox-"] "" "sandbox-[A-Za-z0-9]{32}" Full;
    "facebook-application" "Meta application access token: the id and the secret"
        "developers.facebook.com/docs/facebook-login/guides/access-tokens#apptokens"
        ["access_token="] "" "access_token=[0-9]{13,17}[|%7C]{1,3}([A-Za-z0-9_-]{27,40})" Digit;
    "asaas" "Asaas API key"
        "docs.asaas.com/docs/authentication-2"
        ["$aact_"] "" "\\$aact_[a-z]{4}_[A-Za-z0-9_:=-]{20,240}" Digit;
    "checkout-earlier" "Checkout.com secret key of the earlier form"
        "www.checkout.com/docs/developer-resources/api/api-authentication"
        ["sk_"] "" "sk_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}" Shape;
    "checkout-earlier-test" "Checkout.com secret test key of the earlier form"
        "www.checkout.com/docs/developer-resources/api/api-authentication"
        ["sk_test_"] "" "sk_test_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}" Shape;
    "mercury" "Mercury API token"
        "docs.mercury.com/reference/getting-started-with-your-api"
        ["mercury_production_" "mercury_sandbox_"] "" "mercury_[a-z]{7,10}_[A-Za-z0-9_]{40,80}" Mixed;
    "onfido" "Onfido API token"
        "documentation.onfido.com/api/latest/#api-tokens"
        ["api_live." "api_live_us." "api_live_ca." "api_sandbox." "api_sandbox_us." "api_sandbox_ca."] "" "api_[a-z_]{4,10}\\.[A-Za-z0-9_-]{20,80}" Mixed;
    "persona" "Persona API key"
        "docs.withpersona.com/api-keys"
        ["persona_production_" "persona_sandbox_"] "" "persona_[a-z]{7,10}_[a-z0-9_-]{20,80}" Digit;
    "ramp" "Ramp client secret"
        "docs.ramp.com/developer-api/v1/authorization"
        ["ramp_sec_"] "" "ramp_sec_[A-Za-z0-9]{48}" Mixed;
    "proof" "Proof API key"
        "dev.proof.com/docs/authentication"
        ["prf_"] "" "prf_[A-Za-z0-9_-]{20,80}" Full;
    "fleetbase" "Fleetbase API key"
        "docs.fleetbase.io/api"
        ["flb_live_" "flb_test_"] "" "flb_[a-z]{4}_[A-Za-z0-9]{20,40}" Digit;
}
