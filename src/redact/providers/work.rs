//! Work tools: planning, design, documents, forms, automation.

super::rules! { RULES:
    "atlassian" "Atlassian Cloud API token and administration key"
        "support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account"
        ["ATATT3" "ATCTT3"] "" "AT[AC]TT3[A-Za-z0-9_=.-]{60,400}" Digit;
    "atlassian-oauth" "Atlassian OAuth client secret"
        "developer.atlassian.com/cloud/oauth/getting-started/managing-oauth-apps"
        ["ATOA"] "" "ATOA[A-Za-z0-9_=-]{40,120}" Mixed;
    "asana" "Asana personal access and OAuth tokens"
        "developers.asana.com/docs/personal-access-token"
        ["1/0" "1/1" "1/2" "1/3" "1/4" "1/5" "1/6" "1/7" "1/8" "1/9" "2/0" "2/1" "2/2" "2/3" "2/4" "2/5" "2/6" "2/7" "2/8" "2/9"] ""
        "[12]/[0-9]{13,20}[/0-9]{0,22}:[a-f0-9]{32}" Digit;
    "linear" "Linear API and OAuth keys"
        "linear.app/developers/graphql"
        ["lin_api_" "lin_oauth_" "lin_wh_"] "" "lin_[a-z]{2,5}_[A-Za-z0-9]{32,80}" Digit;
    "notion" "Notion integration token"
        "developers.notion.com/reference/authentication"
        ["ntn_"] "" "ntn_[A-Za-z0-9]{40,60}" Digit;
    "notion-legacy" "Notion integration token in its old form"
        "developers.notion.com/changelog"
        ["secret_"] "" "secret_[A-Za-z0-9]{43}" Digit;
    "figma" "Figma personal access, OAuth and refresh tokens"
        "www.figma.com/developers/api#access-tokens"
        ["figd_" "figo_" "figor_" "figoh_" "figu_" "figur_"] "" "fig[a-z]{1,2}_[A-Za-z0-9_-]{36,80}" Digit;
    "frameio" "Frame.io developer token"
        "developer.frame.io/docs/getting-started/authentication"
        ["fio-u-"] "" "fio-u-[A-Za-z0-9_=-]{60,70}" Shape;
    "typeform" "Typeform personal access token"
        "www.typeform.com/developers/get-started/personal-access-token"
        ["tfp_"] "" "tfp_[A-Za-z0-9_=.-]{40,64}" Digit;
    "readme" "ReadMe API key"
        "docs.readme.com/main/reference/intro/authentication"
        ["rdme_"] "" "rdme_[a-z0-9]{60,80}" Shape;
    "postman" "Postman API and collection keys"
        "learning.postman.com/docs/developer/postman-api/authentication"
        ["PMAK-" "PMAT-"] "" "PMA[KT]-[A-Za-z0-9]{24,26}[A-Za-z0-9-]{0,40}" Digit;
    "prefect" "Prefect user and service keys"
        "docs.prefect.io/v3/manage/cloud/manage-users/api-keys"
        ["pnu_" "pnb_"] "" "pn[ub]_[A-Za-z0-9]{36,40}" Digit;
    "dbt" "dbt Cloud personal and service tokens"
        "docs.getdbt.com/docs/dbt-cloud-apis/authentication"
        ["dbtu_" "dbtc_"] "" "dbt[uc]_[A-Za-z0-9_-]{30,60}" Digit;
    "retool" "Retool API token"
        "docs.retool.com/org-users/reference/retool-api-authentication"
        ["retool_"] "" "retool_[A-Za-z0-9]{20,40}" Digit;
    "trigger" "Trigger.dev secret and personal keys"
        "trigger.dev/docs/apikeys"
        ["tr_dev_" "tr_prod_" "tr_stg_" "tr_pat_" "tr_preview_"] "" "tr_[a-z]{3,7}_[A-Za-z0-9]{18,60}" Shape;
    "n8n" "n8n API key"
        "docs.n8n.io/api/authentication"
        ["n8n_api_"] "" "n8n_api_[A-Za-z0-9]{40,120}" Shape;
    "coda" "Coda API token"
        "coda.io/developers/apis/v1"
        ["coda_"] "" "coda_[A-Za-z0-9-]{30,60}" Digit;
    "canva" "Canva Connect secret"
        "www.canva.dev/docs/connect/authentication"
        ["cnvca"] "" "cnvca[A-Za-z0-9_-]{30,80}" Mixed;
    "expo" "Expo access token in its documented variable"
        "docs.expo.dev/accounts/programmatic-access"
        ["EXPO_TOKEN="] "" "EXPO_TOKEN=([A-Za-z0-9_-]{32,64})" Shape;
    "sanity" "Sanity API token"
        "www.sanity.io/docs/http-auth"
        ["sk"] "" "sk[A-Za-z0-9]{80,180}" Mixed;
    "convex" "Convex deploy key"
        "docs.convex.dev/cli/deploy-key-types"
        ["prod:" "dev:" "preview:"] "" "[a-z]{3,7}:[a-z0-9:-]{4,60}\\|([A-Za-z0-9+/=]{40,400})" Shape;
    "cal" "Cal.com API key"
        "cal.com/docs/api-reference/v1/introduction"
        ["cal_live_" "cal_test_"] "" "cal_[a-z]{4}_[a-f0-9]{32}" Digit;
    "ghost" "Ghost Admin API key in its documented header"
        "docs.ghost.org/admin-api"
        ["Ghost "] "" "Ghost ([A-Za-z0-9_.-]{60,400})" Shape;
    "ubidots" "Ubidots token"
        "docs.ubidots.com/v1.6/reference/authentication"
        ["BBFF-"] "" "BBFF-[A-Za-z0-9]{30}" Shape;
    "nightfall" "Nightfall API key"
        "docs.nightfall.ai/docs/create-an-api-key"
        ["NF-"] "" "NF-[A-Za-z0-9]{32}" Digit;
    "thunderstore" "Thunderstore API token"
        "thunderstore.io/api/docs"
        ["tss_"] "" "tss_[A-Za-z0-9_-]{20,80}" Digit;
    "tines" "Tines API key header"
        "www.tines.com/api/authentication"
        ["X-USER-TOKEN: "] "" "X-USER-TOKEN: ([A-Za-z0-9_-]{16,64})" Digit;
    "wakatime" "WakaTime secret key"
        "wakatime.com/developers#authentication"
        ["waka_"] "" "waka_[0-9a-z-]{36,64}" Digit;
    "trello" "Trello token in its newer form"
        "developer.atlassian.com/cloud/trello/guides/rest-api/authorization"
        ["ATTA"] "" "ATTA[A-Fa-f0-9]{64,80}" Digit;
    "adobe" "Adobe client secret"
        "developer.adobe.com/developer-console/docs/guides/authentication"
        ["p8e-"] "" "p8e-[A-Za-z0-9_-]{32}" Digit;
    "intra42" "42 Intra client secret"
        "api.intra.42.fr/apidoc/guides/web_application_flow"
        ["s-s4t2ud-" "s-s4t2af-"] "" "s-s4t2[uadf]{2}-[a-f0-9]{64}" Shape;
    "settlemint" "SettleMint application, personal and service tokens"
        "console.settlemint.com/documentation/platform-components/security-and-authentication"
        ["sm_aat_" "sm_pat_" "sm_sat_"] "" "sm_[aps]at_[A-Za-z0-9]{16,40}" Digit;
    "kaggle" "Kaggle API token"
        "www.kaggle.com/docs/api"
        ["KGAT_"] "" "KGAT_[A-Za-z0-9]{32,64}" Digit;
    "dub" "Dub API key"
        "dub.co/docs/api-reference/tokens"
        ["dub_"] "" "dub_[A-Za-z0-9]{24,40}" Mixed;
    "shortcut" "Shortcut API token of the newer form"
        "developer.shortcut.com/api/rest/v3"
        ["sct_r_" "sct_w_" "sct_rs_" "sct_ro_" "sct_rw_" "sct_rwa_"] "" "sct_[a-z]{1,4}_[A-Za-z0-9_-]{30,240}" Mixed;
    "zoho" "Zoho OAuth access and refresh tokens"
        "www.zoho.com/accounts/protocol/oauth/web-apps/access-token.html"
        ["1000."] "" "1000\\.[a-f0-9]{32}\\.[a-f0-9]{32}" Digit;
    "riot" "Riot Games API key"
        "developer.riotgames.com/docs/portal"
        ["RGAPI-"] "" "RGAPI-[a-z0-9]{8}-[a-z0-9-]{27}" Digit;
    "samsara" "Samsara API token"
        "developers.samsara.com/docs/authentication"
        ["samsara_api_"] "" "samsara_api_[A-Za-z0-9]{26,32}" Mixed;
    "redirect-pizza" "redirect.pizza API token"
        "redirect.pizza/docs"
        ["rpa_"] "" "rpa_[A-Za-z0-9]{30}" Full;
    "workato" "Workato developer API token"
        "docs.workato.com/workato-api.html"
        ["wrka"] "" "wrka[a-z]{0,2}-eyJ[A-Za-z0-9_-]{8,800}\\.[A-Za-z0-9_-]{16,2000}\\.[A-Za-z0-9_-]{64,800}" Shape;
    "miro" "Miro access token"
        "developers.miro.com/docs/getting-started-with-oauth"
        ["eyJtaXJv"] "" "eyJtaXJv[A-Za-z0-9-]{10,64}_[A-Za-z0-9_-]{20,64}" Mixed;
}
