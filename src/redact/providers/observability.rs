//! Monitoring, logging, error tracking, incidents, feature flags.

super::rules! { RULES:
    "newrelic" "New Relic user, ingest, browser and insights keys"
        "docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys"
        ["NRAK-" "NRII-" "NRIQ-" "NRRA-" "NRSP-" "NRAA-" "NRJS-" "NRBR-"] "" "NR[A-Z]{2}-[A-Za-z0-9_-]{18,48}" Digit;
    "newrelic-license" "New Relic licence key"
        "docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys"
        ["FFFFNRAL" "NRAL"] "A-Fa-f0-9" "[A-Fa-f0-9]{32,36}NRAL" Digit;
    "newrelic-license-eu" "New Relic licence key of the European region"
        "docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys"
        ["eu01xx"] "" "eu01xx[A-Fa-f0-9]{26,34}NRAL" Digit;
    "grafana-service-account" "Grafana service account token"
        "grafana.com/docs/grafana/latest/administration/service-accounts"
        ["glsa_"] "" "glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}" Shape;
    "grafana-cloud" "Grafana Cloud access policy token"
        "grafana.com/docs/grafana-cloud/security-and-account-management/authentication-and-permissions/access-policies"
        ["glc_"] "" "glc_[A-Za-z0-9+/_-]{32,600}[=]{0,3}" Digit;
    "grafana-legacy" "Grafana API key in its old form"
        "grafana.com/docs/grafana/latest/developers/http_api/auth"
        ["eyJrIjoi"] "" "eyJrIjoi[A-Za-z0-9+/_-]{60,400}[=]{0,3}" Shape;
    "sentry-org" "Sentry organisation token"
        "docs.sentry.io/account/auth-tokens"
        ["sntrys_"] "" "sntrys_[A-Za-z0-9+/=_-]{60,800}" Shape;
    "sentry-user" "Sentry user and application tokens"
        "docs.sentry.io/account/auth-tokens"
        ["sntryu_" "sntrya_" "sntryi_"] "" "sntry[uai]_[a-f0-9]{64}" Shape;
    "datadog" "Datadog keys with their newer prefixes"
        "docs.datadoghq.com/account_management/personal-access-tokens"
        ["ddpat_" "ddsat_" "ddapp_" "ddapi_"] "" "dd[a-z]{3}_[A-Za-z0-9_]{30,100}" Digit;
    "dynatrace" "Dynatrace access, platform and OAuth tokens"
        "docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients/access-tokens"
        ["dt0c01." "dt0s01." "dt0s02." "dt0s08." "dt0s16."] "" "dt0[a-z][0-9]{2}\\.[A-Z0-9-]{8,24}\\.[A-Z0-9]{40,80}" Shape;
    "honeycomb" "Honeycomb ingest and management keys"
        "docs.honeycomb.io/configure/environments/manage-api-keys"
        ["hcaik_" "hcxik_" "hcamk_" "hcxmk_" "hcbik_" "hcbmk_"] "" "hc[abx][im]k_[A-Za-z0-9]{20,80}" Digit;
    "posthog" "PostHog personal and feature flag keys"
        "posthog.com/docs/api"
        ["phx_" "phs_" "pha_" "phr_"] "" "ph[xsar]_[A-Za-z0-9_-]{36,64}" Digit;
    "logfire" "Pydantic Logfire tokens"
        "logfire.pydantic.dev/docs/how-to-guides/create-write-tokens"
        ["pylf_v"] "" "pylf_v[0-9]{1,2}_[a-z]{2,8}_[A-Za-z0-9]{40,60}" Shape;
    "axiom" "Axiom API and personal tokens"
        "axiom.co/docs/reference/tokens"
        ["xaat-" "xapt-"] "" "xa[ap]t-[a-f0-9-]{36}" Digit;
    "checkly" "Checkly API key"
        "docs.checklyhq.com/accounts-and-users/creating-api-key"
        ["cu_"] "" "cu_[a-f0-9]{32}" Digit;
    "sumologic" "Sumo Logic access id"
        "help.sumologic.com/docs/manage/security/access-keys"
        ["su"] "" "su[A-Za-z0-9]{12}:([A-Za-z0-9]{64})" Shape;
    "splunk" "Splunk observability and HEC tokens behind the scheme"
        "docs.splunk.com/Documentation/Splunk/latest/Data/UsetheHTTPEventCollector"
        ["Splunk "] "" "Splunk ([A-Fa-f0-9]{8}-[A-Fa-f0-9-]{27})" Shape;
    "launchdarkly" "LaunchDarkly SDK, mobile and API keys"
        "docs.launchdarkly.com/home/account/environment/keys"
        ["sdk-" "api-" "mob-"] "" "[a-z]{3}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}" Shape;
    "pagerduty" "PagerDuty API key, newer form"
        "support.pagerduty.com/main/docs/api-access-keys"
        ["pdus+" "pdeu+"] "" "pd[useu]{2}\\+[A-Za-z0-9_+-]{16,24}" Shape;
    "incident-io" "incident.io API key"
        "api-docs.incident.io"
        ["inc_"] "" "inc_[a-f0-9]{64}" Shape;
    "rootly" "Rootly API key"
        "docs.rootly.com/api-reference/overview"
        ["rootly_"] "" "rootly_[a-f0-9]{64}" Shape;
    "statsig" "Statsig server secret"
        "docs.statsig.com/sdk-keys/api-keys"
        ["secret-"] "" "secret-[A-Za-z0-9]{40,50}" Mixed;
    "devcycle" "DevCycle server and client SDK keys"
        "docs.devcycle.com/essentials/keys"
        ["dvc_server_" "dvc_client_" "dvc_mobile_"] "" "dvc_[a-z]{6}_[A-Za-z0-9_]{8,64}" Digit;
    "growthbook" "GrowthBook secret and personal API keys"
        "docs.growthbook.io/api"
        ["secret_admin_" "secret_readonly_" "secret_user_"] "" "secret_[a-z]{4,8}_[A-Za-z0-9]{30,64}" Digit;
    "unleash" "Unleash client, frontend and admin API tokens"
        "docs.getunleash.io/reference/api-tokens-and-client-keys"
        [":production." ":development."] "A-Za-z0-9*_-" "[A-Za-z0-9*_-]{1,60}:[a-z]{10,11}\\.[a-f0-9]{48,64}" Digit;
    "flagsmith" "Flagsmith server key"
        "docs.flagsmith.com/clients/server-side"
        ["ser."] "" "ser\\.[A-Za-z0-9]{18,30}" Mixed;
    "scalingo" "Scalingo API token"
        "developers.scalingo.com"
        ["tk-us-" "tk-eu-"] "" "tk-[use]{2}-[A-Za-z0-9_-]{40,64}" Shape;
    "tigris" "Tigris access keys"
        "www.tigrisdata.com/docs/iam/manage-access-key"
        ["tid_" "tsec_"] "" "t[idsec]{2,3}_[A-Za-z0-9_+-]{30,80}" Mixed;
    "pagerduty-user" "PagerDuty user token"
        "support.pagerduty.com/main/docs/api-access-keys#generate-a-user-token-rest-api-key"
        ["u+"] "" "u\\+[A-Za-z0-9_-]{18}" Full;
    "sqreen" "Sqreen organisation token"
        "docs.sqreen.com/python/installation"
        ["org_"] "" "org_[a-f0-9]{60,64}" Digit;
}
